/** The user's own picture of the beer: another photo of theirs in its place, or none. Only for users who keep pictures. */
import { useQueryClient } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Beer, keepBeerPicture, PICTURE_MAX_SIDE_PX, removeBeerPicture } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { useCall } from '#web/api/queries.ts'
import { refreshOwnPictures, useOwnPicture, useOwnPictures } from '#web/beer/own-pictures.ts'
import { readyToSend } from '#web/device/photo.ts'
import { TextButton } from '#web/ui/button.tsx'
import { ChoosePhoto } from '#web/ui/choose-photo.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { focusHeadingOnRemoval } from '#web/ui/heading-focus.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

export function OwnPicture({ beer }: { beer: Pick<Beer, 'id' | 'name'> }) {
  const { data: own } = useOwnPictures()
  const picture = useOwnPicture(beer.id)
  const keeping = useCall(keepBeerPicture)
  const removal = useCall(removeBeerPicture)
  const queryClient = useQueryClient()
  const toast = useToast()
  const params = { id: String(beer.id) }
  // Also while a photo is prepared, which takes seconds on a slow phone.
  const [isBusy, setBusy] = useState(false)
  const chooser = useRef<HTMLButtonElement>(null)
  useFocusFallback(picture !== undefined, chooser)

  async function change(act: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true)
    try {
      await act()
      await refreshOwnPictures(queryClient)
      toast({ title: done })
    } catch (error) {
      toast({ title: t('ownPicture.failed'), description: userMessage(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  const use = (photo: File) =>
    change(async () => {
      const image = await readyToSend(photo, PICTURE_MAX_SIDE_PX)
      await keeping.mutateAsync({ params, form: { image } })
    }, t('ownPicture.used'))

  if (!own || (!own.isKept && !picture)) return null
  return (
    <section
      ref={focusHeadingOnRemoval}
      aria-label={t('ownPicture.title')}
      className="mt-3 flex flex-wrap gap-x-5 text-[0.9rem]"
    >
      {own.isKept && (
        <ChoosePhoto
          ref={chooser}
          label={picture ? t('ownPicture.another') : t('ownPicture.add')}
          isBusy={isBusy}
          onChoose={(photo) => void use(photo)}
        />
      )}
      {picture && (
        <TextButton
          isBusy={isBusy}
          onClick={() => void change(() => removal.mutateAsync({ params }), t('ownPicture.removed'))}
        >
          <ImageOff size={17} aria-hidden="true" className="shrink-0" />
          {t('ownPicture.remove')}
        </TextButton>
      )}
    </section>
  )
}
