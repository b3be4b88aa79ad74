/**
 * Sharing words and a link together with a picture of them. A browser opens its share sheet only shortly after a tap, so
 * the picture is begun when the button is approached, and a tap that comes before it is done waits for it a moment at most.
 */
import { useRef } from 'react'
import { SHARE_CARD_WAIT_MS } from '#contracts'
import { download } from '#web/device/page.ts'
import { type Shareable, share } from '#web/device/share.ts'
import { useToast } from '#web/ui/toast.tsx'

const TEXTS = {
  copied: 'Link copied',
  savePicture: 'Save the picture',
  ready: 'Ready to share',
  shareNow: 'Share now',
  impossible: 'Sharing is not possible here',
} as const

/** What is drawn, by whoever needs it first: the code for it is loaded then. */
export type Draw = () => Promise<File>

/**
 * `content` is what the picture shows: another one is drawn when it, or the theme, is another.
 * `copiedLine` is said beside 'Link copied'.
 */
export function useShare(content: unknown, draw: Draw, copiedLine?: string) {
  const toast = useToast()
  const drawn = useRef<{ of: string; picture: Promise<File | undefined> }>(undefined)

  function approach(): Promise<File | undefined> {
    const of = `${JSON.stringify(content)} ${matchMedia('(prefers-color-scheme: light)').matches}`
    // A browser that cannot draw it, or code that cannot be loaded now: words and link are shared without it.
    if (drawn.current?.of !== of) drawn.current = { of, picture: draw().catch(() => undefined) }
    return drawn.current.picture
  }

  async function handOver(data: Shareable, picture: File | undefined): Promise<void> {
    const result = await share(data, picture)
    if (result === 'copied') {
      toast({
        title: TEXTS.copied,
        ...(copiedLine && { description: copiedLine }),
        ...(picture && {
          action: { label: TEXTS.savePicture, run: () => download(picture.name, picture.type, picture) },
        }),
      })
    }
    if (result === 'too late') {
      toast({ title: TEXTS.ready, action: { label: TEXTS.shareNow, run: () => void handOver(data, picture) } })
    }
    if (result === 'impossible') toast({ title: TEXTS.impossible, description: data.url })
  }

  return {
    /** Spread onto the button. */
    watch: {
      onPointerOverCapture: () => void approach(),
      onPointerDownCapture: () => void approach(),
      onFocusCapture: () => void approach(),
    },
    /** Shares what `prepare` answers, which may take as long as the picture. @throws what `prepare` throws */
    async share(prepare: () => Shareable | Promise<Shareable>): Promise<void> {
      const [data, picture] = await Promise.all([prepare(), atMost(SHARE_CARD_WAIT_MS, approach())])
      await handOver(data, picture)
    },
  }
}

function atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
