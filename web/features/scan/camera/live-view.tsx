/** What the running camera adds to the scan home: its controls, aiming hints, the detected scene and auto-scan. */
import type { SingleAnswer } from '#contracts'
import type { DetectedScene } from '#web/api/scene.ts'
import { AimHint, CameraControls } from './camera-controls.tsx'
import { Corners } from './corners.tsx'
import { useAim } from './use-aim.ts'
import { useAutoScan } from './use-auto-scan.ts'
import { useScene } from './use-scene.ts'

interface LiveViewProps {
  /** Whether the photo is to show one beer, close by. */
  isSingle: boolean
  /** Whether a photo covers the picture. */
  isFrozen: boolean
  /** Whether the camera is not used otherwise. */
  isWatching: boolean
  autoScans: boolean
  onScene: (scene: DetectedScene) => void
  onFound: (found: SingleAnswer) => void
}

export function LiveView({ isSingle, isFrozen, isWatching, autoScans, onScene, onFound }: LiveViewProps) {
  useScene(isWatching, onScene)
  const aim = useAim(isWatching)
  const { isFresh, isStuck } = useAutoScan(isWatching && autoScans, onFound)
  return (
    <>
      <Corners isFound={isFresh} />
      {!isFrozen && <CameraControls />}
      <AimHint problem={aim === 'far' && !isSingle ? null : (aim ?? (isStuck ? 'unclear' : null))} />
    </>
  )
}
