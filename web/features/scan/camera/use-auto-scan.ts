/**
 * Auto-scan: sends a small frame every few seconds until one clearly shows a beer, or two in a row show the same one. A beer that
 * was shown recently is skipped. Frames without a beer and failed calls are ignored: the user did not ask, and the
 * next frame follows.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import {
  AUTO_FRAME_HEIGHT_PX,
  AUTO_FRAME_INTERVAL_MS,
  AUTO_FRAME_JPEG_QUALITY,
  AUTO_FRAME_WIDTH_PX,
  CONFIDENCE_GREEN_PERCENT,
  OVERLAY_FLAG_MS,
  outcomeOf,
  type SingleAnswer,
} from '#contracts'
import { CallError } from '#web/api/call-error.ts'
import { camera } from '#web/device/camera.ts'
import { feedback } from '#web/device/feedback.ts'
import { identifyFrame, recentlyShown } from './live-frame.ts'

const FRAME = { maxWidth: AUTO_FRAME_WIDTH_PX, maxHeight: AUTO_FRAME_HEIGHT_PX, quality: AUTO_FRAME_JPEG_QUALITY }
/** The user is told how to get an answer after this long without one. */
const PATIENCE_MS = 10_000

interface AutoScan {
  /** True for the first seconds after a match. */
  isFresh: boolean
  /** True once it has looked for a while without an answer. */
  isStuck: boolean
}

export function useAutoScan(isLooking: boolean, onFound: (found: SingleAnswer) => void): AutoScan {
  const [isFresh, setFresh] = useState(false)
  const [isStuck, setStuck] = useState(false)
  const [shown] = useState(recentlyShown)
  const find = useEffectEvent(onFound)

  useEffect(() => {
    if (!isLooking) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    let before: number | undefined
    const patience = setTimeout(() => setStuck(true), PATIENCE_MS)

    async function look(): Promise<void> {
      const answer = await identify(abort.signal)
      if (abort.signal.aborted) return
      const isSeenTwice = answer !== undefined && answer.beer.id === before
      before = answer?.beer.id
      if (!answer || !(isClear(answer) || isSeenTwice) || shown.has(answer.beer.id)) return
      shown.add(answer.beer.id)
      feedback('found')
      setFresh(true)
      find(answer)
    }

    async function repeat(): Promise<void> {
      let waitMs = AUTO_FRAME_INTERVAL_MS
      const began = performance.now()
      try {
        await look()
      } catch (error) {
        if (abort.signal.aborted) return
        if (!(error instanceof CallError)) throw error
        waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1_000)
      }
      if (abort.signal.aborted) return
      timer = setTimeout(() => void repeat(), Math.max(0, waitMs - (performance.now() - began)))
    }

    timer = setTimeout(() => void repeat(), AUTO_FRAME_INTERVAL_MS)
    return () => {
      abort.abort()
      clearTimeout(timer)
      clearTimeout(patience)
      setStuck(false)
    }
  }, [isLooking, shown])

  useEffect(() => {
    if (!isFresh) return
    const timer = setTimeout(() => setFresh(false), OVERLAY_FLAG_MS)
    return () => clearTimeout(timer)
  }, [isFresh])

  return { isFresh, isStuck }
}

/** The single beer in view; undefined without a frame, without a beer, or with several. */
async function identify(signal: AbortSignal): Promise<SingleAnswer | undefined> {
  const image = camera.isReady() ? await camera.frame(FRAME) : undefined
  return image && (await identifyFrame(image, signal))
}

/** One small frame of a moving camera misleads more than a photo, so it must be clearer. */
function isClear(answer: SingleAnswer): boolean {
  const outcome = outcomeOf({ ...answer, listed: answer.beer.listed })
  return outcome === 'sure' && answer.confidence >= CONFIDENCE_GREEN_PERCENT
}
