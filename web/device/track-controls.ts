/** Torch, zoom and focus of a camera track, each offered only where the camera reports it. */

export interface ZoomRange {
  min: number
  max: number
  step: number
  value: number
}

/** A point of the frame, 0-1 from the left and the top. */
export interface FramePoint {
  x: number
  y: number
}

/** Parts of the Media Capture API that TypeScript's DOM library does not declare. */
interface Capabilities extends MediaTrackCapabilities {
  torch?: boolean
  zoom?: { min: number; max: number; step: number }
  focusMode?: string[]
}
interface Settings extends MediaTrackSettings {
  zoom?: number
}
interface Constraint extends MediaTrackConstraintSet {
  torch?: boolean
  zoom?: number
  focusMode?: string
  pointsOfInterest?: FramePoint[]
}

const capabilitiesOf = (track: MediaStreamTrack | undefined): Capabilities => track?.getCapabilities?.() ?? {}
const apply = (track: MediaStreamTrack, constraint: Constraint) => track.applyConstraints({ advanced: [constraint] })

export const hasTorch = (track: MediaStreamTrack | undefined): boolean => capabilitiesOf(track).torch === true
export const setTorch = (track: MediaStreamTrack, isOn: boolean): Promise<void> => apply(track, { torch: isOn })

export function zoomOf(track: MediaStreamTrack | undefined): ZoomRange | null {
  const { zoom } = capabilitiesOf(track)
  if (!track || !zoom || !(zoom.max > zoom.min)) return null
  const settings: Settings = track.getSettings()
  return { min: zoom.min, max: zoom.max, step: zoom.step || 0.1, value: settings.zoom ?? zoom.min }
}
export const setZoom = (track: MediaStreamTrack, zoom: number): Promise<void> => apply(track, { zoom })

/** The camera's best mode for focusing on a point. */
function focusMode(track: MediaStreamTrack | undefined): string | undefined {
  const known = capabilitiesOf(track).focusMode ?? []
  return ['single-shot', 'continuous'].find((mode) => known.includes(mode))
}
export const canFocus = (track: MediaStreamTrack | undefined): boolean => focusMode(track) !== undefined
export async function focusOn(track: MediaStreamTrack, point: FramePoint): Promise<void> {
  const mode = focusMode(track)
  if (mode) await apply(track, { focusMode: mode, pointsOfInterest: [point] })
}

interface Size {
  width: number
  height: number
}

/** Maps a tap in the video element to a point of the frame. The video covers its box (`object-fit: cover`). */
export function framePoint(tap: FramePoint, box: Size, frame: Size): FramePoint {
  const scale = Math.max(box.width / frame.width, box.height / frame.height)
  const along = (at: number, boxSide: number, frameSide: number) => {
    const cut = (frameSide * scale - boxSide) / 2
    return Math.min(1, Math.max(0, (at + cut) / (frameSide * scale)))
  }
  return { x: along(tap.x, box.width, frame.width), y: along(tap.y, box.height, frame.height) }
}
