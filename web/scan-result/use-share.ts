/**
 * Shares a text and a link together with a picture. Browsers open the share sheet only shortly after a tap, so drawing
 * starts when the pointer or the focus reaches the button, and a tap waits for the picture a second at most.
 */
import { useRef } from 'react'
import { SHARE_CARD_WAIT_MS } from '#contracts'
import { download } from '#web/device/page.ts'
import { type Shareable, share } from '#web/device/share.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

/** Draws the picture; loads its code on first use. */
export type Draw = () => Promise<File>

/**
 * `content` identifies the picture: it is drawn again when the content or the theme changes. `copiedLine` is shown
 * below 'Link copied'.
 */
export function useShare(content: unknown, draw: Draw, copiedLine?: string) {
  const toast = useToast()
  const drawn = useRef<{ of: string; picture: Promise<File | undefined> }>(undefined)

  function startDrawing(): Promise<File | undefined> {
    const of = `${JSON.stringify(content)} ${matchMedia('(prefers-color-scheme: light)').matches}`
    if (drawn.current?.of !== of) drawn.current = { of, picture: draw().catch(failed) }
    return drawn.current.picture

    /** Text and link are shared without a picture. The next tap draws it again: its code may load by then. */
    function failed(): undefined {
      if (drawn.current?.of === of) drawn.current = undefined
    }
  }

  /** `isOnTap`: nothing was waited for since the tap, as browsers want it: what fails then is impossible. */
  async function openSheet(data: Shareable, picture: File | undefined, isOnTap: boolean): Promise<void> {
    const result = await share(data, picture)
    if (result === 'copied') {
      toast({
        title: t('useShare.copied'),
        ...(copiedLine && { description: copiedLine }),
        ...(picture && {
          action: { label: t('useShare.savePicture'), run: () => download(picture.name, picture.type, picture) },
        }),
      })
    }
    if (result === 'too late' || (result === 'impossible' && !isOnTap)) {
      toast({
        title: t('useShare.ready'),
        action: { label: t('useShare.shareNow'), run: () => void openSheet(data, picture, true) },
      })
    } else if (result === 'impossible') toast({ title: t('useShare.impossible'), description: data.url })
  }

  return {
    /** Spread onto the button. */
    watch: {
      onPointerOverCapture: () => void startDrawing(),
      onPointerDownCapture: () => void startDrawing(),
      onFocusCapture: () => void startDrawing(),
    },
    /** Shares what `prepare` returns; waits for it and for the picture in parallel. @throws what `prepare` throws. */
    async share(prepare: () => Shareable | Promise<Shareable>): Promise<void> {
      const [data, picture] = await Promise.all([prepare(), withTimeout(SHARE_CARD_WAIT_MS, startDrawing())])
      await openSheet(data, picture, false)
    },
  }
}

function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
