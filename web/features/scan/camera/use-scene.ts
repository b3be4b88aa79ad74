/**
 * Detects the scene every five seconds. Pauses in a hidden tab, during a capture, and while the view does not change.
 */
import { useEffect, useEffectEvent, useRef } from 'react'
import { SCENE_FRAME_HEIGHT_PX, SCENE_FRAME_WIDTH_PX, SCENE_INTERVAL_MS, SCENE_JPEG_QUALITY } from '#contracts'
import { type DetectedScene, detectScene } from '#web/api/scene.ts'
import { camera } from '#web/device/camera.ts'
import { hasChanged, thumbprint } from '#web/device/grey-frames.ts'

const FRAME = { maxWidth: SCENE_FRAME_WIDTH_PX, maxHeight: SCENE_FRAME_HEIGHT_PX, quality: SCENE_JPEG_QUALITY }
/** A video shows its first frame shortly after the stream starts. */
const FIRST_FRAME_MS = 400

export function useScene(active: boolean, onScene: (scene: DetectedScene, frame: Blob) => void): void {
  const detect = useEffectEvent(onScene)
  const lastSent = useRef<Uint8Array>(undefined)

  useEffect(() => {
    if (!active) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout>

    async function sample(): Promise<void> {
      const video = camera.video()
      const print = video && thumbprint(video)
      if (print && lastSent.current && !hasChanged(lastSent.current, print)) return
      const frame = camera.isReady() ? await camera.frame(FRAME) : undefined
      if (!frame || abort.signal.aborted) return
      const detected = await detectScene(frame, abort.signal)
      // A fallback says nothing about this view, so an unchanged view is sent again.
      lastSent.current = detected.isFallback ? undefined : print
      detect(detected, frame)
    }

    async function repeat(): Promise<void> {
      const began = performance.now()
      try {
        await sample()
      } catch (error) {
        if (!abort.signal.aborted) throw error
      }
      if (abort.signal.aborted) return
      timer = setTimeout(() => void repeat(), Math.max(0, SCENE_INTERVAL_MS - (performance.now() - began)))
    }

    timer = setTimeout(() => void repeat(), FIRST_FRAME_MS)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [active])
}
