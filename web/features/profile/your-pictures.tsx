/** Whether labels are kept as pictures of their beers: off unless the user switches it on. What is kept can be removed at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { keepPictures, PICTURES_PER_USER_MAX, PICTURES_PER_USER_MAX_BYTES, removePictures } from '#contracts'
import { call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { useCall } from '#web/api/queries.ts'
import { refreshOwnPictures, useOwnPictures } from '#web/beer/own-pictures.ts'
import { PictureAlbum } from '#web/beer/picture-album.tsx'
import { forgetThumbs } from '#web/device/scan-thumbs.ts'
import { decimalText } from '#web/language/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { SettingButton } from './setting-row.tsx'
import { t } from './texts.ts'

export function YourPictures({ userId }: { userId: number }) {
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const { data: own, error: loadError } = useOwnPictures()
  const onSettled = () => refreshOwnPictures(queryClient)
  // Pending until the pictures are read again: the switch does not go back in between.
  const keeping = useMutation({
    mutationFn: (isKept: boolean) => call(keepPictures, { body: { isKept } }),
    onSettled,
  })
  const removal = useCall(removePictures)
  const error = keeping.error ?? removal.error ?? loadError
  const isKept = keeping.isPending ? keeping.variables : (own?.isKept ?? false)
  const isFull = own && (own.count >= PICTURES_PER_USER_MAX || own.bytes > PICTURES_PER_USER_MAX_BYTES * 0.99)

  function close(): void {
    setOpen(false)
    setAsking(false)
  }

  function keepLabels(isOn: boolean): void {
    keeping.mutate(isOn)
    if (!isOn) void forgetThumbs(userId)
  }

  function remove(): void {
    removal.mutate({}, { onSettled })
    void forgetThumbs(userId)
    setAsking(false)
  }

  return (
    <>
      <SettingButton
        label={t('pictures.open')}
        value={own && (own.isKept ? t('pictures.on') : t('pictures.off'))}
        Icon={Images}
        onClick={() => setOpen(true)}
      />
      <Sheet
        open={isOpen}
        onClose={close}
        title={isAsking ? t('pictures.ask') : t('pictures.title')}
        note={isAsking && t('pictures.askLine')}
        footer={
          isAsking ? (
            <div className="flex flex-1 flex-wrap gap-3">
              <Button variant="danger" className="flex-1" onClick={remove}>
                {t('pictures.confirm')}
              </Button>
              <Button variant="quiet" className="flex-1" onClick={() => setAsking(false)}>
                {t('pictures.keep')}
              </Button>
            </div>
          ) : own && own.pictures.length > 0 ? (
            <Button variant="danger" className="flex-1" isBusy={removal.isPending} onClick={() => setAsking(true)}>
              {t('pictures.remove')}
            </Button>
          ) : undefined
        }
      >
        {own ? (
          <>
            <Toggle name={t('pictures.keepLabels')} note={t('pictures.what')} isOn={isKept} onChange={keepLabels} />
            <p className="py-2 text-sm text-ink-2">{isFull ? t('pictures.full') : countText(own.count, own.bytes)}</p>
            <PictureAlbum pictures={own.pictures} />
          </>
        ) : (
          !error && <SkeletonRows count={2} label={t('pictures.loading')} />
        )}
        <p role="alert" className="text-danger not-empty:mt-2">
          {error && `${t('pictures.failed')}. ${userMessage(error)}`}
        </p>
      </Sheet>
    </>
  )
}

function countText(count: number, bytes: number): string {
  if (count === 0) return t('pictures.none')
  const megabytes = decimalText(bytes / 1024 / 1024)
  return t('pictures.count', { count, megabytes })
}
