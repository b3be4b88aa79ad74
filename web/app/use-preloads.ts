/** Loads the next screens ahead: those that follow a photo when the camera goes live, the others when the device is idle. */
import { useEffect } from 'react'
import { useCamera } from '#web/device/camera.ts'
import { savesData, whenIdle } from '#web/device/page.ts'
import { preloadAfterCapture, preloadNext } from './screens.ts'

export function usePreloads(): void {
  const isLive = useCamera() === 'live'
  useEffect(() => {
    if (isLive) void preloadAfterCapture()
  }, [isLive])
  useEffect(() => (savesData() ? undefined : whenIdle(() => void preloadNext())), [])
}
