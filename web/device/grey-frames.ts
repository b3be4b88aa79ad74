/** Small grey copies of a video frame, to detect motion and to judge the aim. */

/** Grey levels 0-255, row by row. */
export interface GreyFrame {
  width: number
  height: number
  levels: Uint8Array
}

const THUMB_WIDTH = 16
const THUMB_HEIGHT = 12
const NOISE_LEVEL = 6

/** A tiny grey picture of the frame, to detect motion. */
export function thumbprint(video: HTMLVideoElement): Uint8Array | undefined {
  const whole = { x: 0, y: 0, width: video.videoWidth, height: video.videoHeight }
  return greyOf(video, whole, THUMB_WIDTH, THUMB_HEIGHT)?.levels
}

const WHOLE_WIDTH = 64
const WHOLE_HEIGHT = 48
const CENTRE_SIDE = 160

/** The whole frame scaled down; undefined while there is none. */
export function wholeFrame(video: HTMLVideoElement): GreyFrame | undefined {
  const whole = { x: 0, y: 0, width: video.videoWidth, height: video.videoHeight }
  return greyOf(video, whole, WHOLE_WIDTH, WHOLE_HEIGHT)
}

/** The centre of the frame at full resolution; undefined while there is none. */
export function frameCentre(video: HTMLVideoElement): GreyFrame | undefined {
  const { videoWidth: width, videoHeight: height } = video
  const side = Math.min(CENTRE_SIDE, width, height)
  const middle = { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side }
  return greyOf(video, middle, side, side)
}

/** By size. Each check draws a frame, and a new canvas costs a third of that. */
const canvases = new Map<string, HTMLCanvasElement>()

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const size = `${width}x${height}`
  const known = canvases.get(size)
  if (known) return known
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvases.set(size, canvas)
  return canvas
}

/** A part of the frame in grey, scaled to the given size. */
function greyOf(
  video: HTMLVideoElement,
  part: { x: number; y: number; width: number; height: number },
  width: number,
  height: number,
): GreyFrame | undefined {
  if (video.videoWidth === 0) return undefined
  const context = canvasOf(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const levels = new Uint8Array(width * height)
  // The first frame runs this loop before the JIT compiles it: it allocates nothing.
  for (let pixel = 0, at = 0; pixel < levels.length; pixel += 1, at += 4) {
    levels[pixel] = ((data[at] ?? 0) * 2 + (data[at + 1] ?? 0) * 5 + (data[at + 2] ?? 0)) >> 3
  }
  return { width, height, levels }
}

/** True when the mean difference of the grey levels (0-255) exceeds sensor noise. */
export function hasChanged(before: Uint8Array, after: Uint8Array): boolean {
  const sum = after.reduce((total, level, pixel) => total + Math.abs(level - (before[pixel] ?? 0)), 0)
  return sum / after.length > NOISE_LEVEL
}
