/** Reads a part of a photo as one beer, for a beer of a scan that was not read or read wrongly. */
import { useEffect, useRef, useState } from 'react'
import type { Alternative, LabelBox } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { partOf } from '#web/device/photo-part.ts'
import { cancelScan, type Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { t } from './texts.ts'

export interface PartReading {
  isReading: boolean
  message: string | null
  found: readonly Alternative[]
  read: (photo: Blob, part: LabelBox) => Promise<void>
  /** Deletes the scan of the part: what it found has joined the scan of the photo, which is one entry in the history. */
  forget: () => Promise<void>
}

export function usePartReading(): PartReading {
  const [isReading, setReading] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [found, setFound] = useState<readonly Alternative[]>([])
  const abort = useRef<AbortController>(undefined)
  const scanId = useRef<string>(undefined)
  useEffect(() => () => abort.current?.abort(new Error('the sheet was closed')), [])

  async function forget(): Promise<void> {
    const earlier = scanId.current
    scanId.current = undefined
    if (earlier !== undefined) await remove(earlier)
  }

  async function read(photo: Blob, part: LabelBox): Promise<void> {
    setReading(true)
    setMessage(null)
    const controller = new AbortController()
    abort.current = controller
    let id: string | undefined
    void forget()
    try {
      id = (await outbox.add(await partOf(photo, part), 'single_beer')).id
      const outcome = await outbox.send(id, 'single_beer', controller.signal)
      setFound(candidatesOf(outcome))
      setMessage(messageOf(outcome))
      // An empty part is not worth an entry in the history.
      if (isEmpty(outcome)) await remove(id)
      else if (outcome.kind !== 'continues') scanId.current = id
    } catch (error) {
      if (!controller.signal.aborted) setMessage(userMessage(error))
      // Without its photo it would become a scan of its own.
      if (id !== undefined) void outbox.cancel(id).catch(warn)
    } finally {
      if (!controller.signal.aborted) setReading(false)
    }
  }

  return { isReading, message, found, read, forget }
}

function warn(error: unknown): void {
  console.warn('The scan of a part was not deleted.', error)
}

/** A scan that cannot be deleted now stays in the history, where the user can delete it. */
async function remove(scanId: string): Promise<void> {
  await cancelScan(scanId).catch(warn)
}

function candidatesOf(outcome: Outcome): Alternative[] {
  if (outcome.kind === 'single') {
    const { beer, confidence, alternatives } = outcome.answer
    return [{ beer, confidence }, ...alternatives]
  }
  if (outcome.kind !== 'group') return []
  return outcome.beers.map((beer) => ({ beer, confidence: beer.confidence ?? 0 }))
}

function messageOf(outcome: Outcome): string {
  if (outcome.kind === 'continues') return t('usePartReading.later')
  return isEmpty(outcome) ? t('usePartReading.nothing') : t('usePartReading.read')
}

function isEmpty({ kind }: Outcome): boolean {
  return kind === 'nothing' || kind === 'barcode'
}
