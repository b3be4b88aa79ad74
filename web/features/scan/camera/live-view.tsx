/** What the running camera adds to the scan home: its controls, aiming hints, the detected scene, auto-scan and barcodes. */
import type { SingleAnswer } from '#contracts'
import type { DetectedScene } from '#web/api/scene.ts'
import { AimHint, CameraControls } from './camera-controls.tsx'
import { Corners } from './corners.tsx'
import { useAim } from './use-aim.ts'
import { useAutoScan } from './use-auto-scan.ts'
import { useBarcodeLookup } from './use-barcode-lookup.ts'
import { useScene } from './use-scene.ts'

interface LiveViewProps {
  /** Whether the photo is to show one beer, close by. */
  isSingle: boolean
  /** Whether a photo covers the picture. */
  isFrozen: boolean
  /** Whether the camera is not used otherwise. */
  isWatching: boolean
  autoScans: boolean
  /** Whether the beer of a barcode is shown although auto-scan is off. */
  findsBarcodes: boolean
  onScene: (scene: DetectedScene) => void
  onFound: (found: SingleAnswer) => void
}

export function LiveView(props: LiveViewProps) {
  const { isSingle, isFrozen, isWatching, autoScans, findsBarcodes, onScene, onFound } = props
  const findBarcode = useBarcodeLookup(isWatching && findsBarcodes, onFound)
  useScene(isWatching, (scene, frame) => {
    onScene(scene)
    if (scene.showsKnownBarcode) findBarcode(frame)
  })
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
