/**
 * Barcodes without auto-scan: a frame on which the server has seen the barcode of a known beer is identified, since holding a
 * code to the camera asks for its beer. A beer that was shown recently is skipped.
 */
import { useEffect, useRef, useState } from 'react'
import type { SingleAnswer } from '#contracts'
import { CallError } from '#web/api/call-error.ts'
import { feedback } from '#web/device/feedback.ts'
import { identifyFrame, recentlyShown } from './live-frame.ts'

/** Returns a function that takes such a frame. */
export function useBarcodeLookup(isLooking: boolean, onFound: (found: SingleAnswer) => void): (frame: Blob) => void {
  const [shown] = useState(recentlyShown)
  const abort = useRef<AbortController>(undefined)

  useEffect(() => {
    if (!isLooking) return
    const controller = new AbortController()
    abort.current = controller
    return () => {
      controller.abort()
      abort.current = undefined
    }
  }, [isLooking])

  async function lookUp(frame: Blob, signal: AbortSignal): Promise<void> {
    try {
      const answer = await identifyFrame(frame, signal)
      if (signal.aborted || answer?.origin !== 'barcode' || shown.has(answer.beer.id)) return
      shown.add(answer.beer.id)
      feedback('found')
      onFound(answer)
    } catch (error) {
      // The user did not ask, and the next frame follows.
      if (!(error instanceof CallError) && !signal.aborted) throw error
    }
  }

  return (frame) => {
    if (abort.current) void lookUp(frame, abort.current.signal)
  }
}
