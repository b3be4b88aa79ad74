/** What the tabs of one browser tell each other: that something was changed, and who is signed in. */
import { z } from 'zod/mini'

const CHANNEL = 'beergoggles'
const TabMessage = z.object({
  /** Who is signed in; null when no one is. Absent when something was changed. */
  userId: z.optional(z.nullable(z.int())),
})
export type TabMessage = z.infer<typeof TabMessage>

/** This tab's end, opened by the first listener or message. Old browsers have no channels: their tabs agree when they navigate. */
let channel: BroadcastChannel | undefined
const open = () => {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(CHANNEL)
  return channel
}

export function tellOtherTabs(message: TabMessage): void {
  open()?.postMessage(message)
}

/** Calls with the messages of the other tabs. Returns the way to stop. */
export function onOtherTabs(listener: (message: TabMessage) => void): () => void {
  const own = open()
  const read = ({ data }: MessageEvent<unknown>) => {
    // A tab of another version may speak differently.
    const message = TabMessage.safeParse(data)
    if (message.success) listener(message.data)
  }
  own?.addEventListener('message', read)
  return () => own?.removeEventListener('message', read)
}
