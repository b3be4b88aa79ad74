/** Zoom and pan arithmetic of a picture in its frame, in pixels. */

export interface View {
  /** 1 shows the whole picture. */
  scale: number
  /** Offset of the picture's centre from the frame's centre. */
  x: number
  y: number
}

export interface Extent {
  width: number
  height: number
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 }
export const SCALE_MAX = 6
/** The factor of one press of a button or key. */
export const SCALE_STEP = 1.6
/** The scale after a double tap, and the minimum when centring on a point. */
export const SCALE_CLOSE = 2.5

/** Zooms around a point, given relative to the frame's centre: what is under it stays there. */
export function zoomed(view: View, scale: number, at: { x: number; y: number } = { x: 0, y: 0 }): View {
  const next = Math.min(SCALE_MAX, Math.max(1, scale))
  const ratio = next / view.scale
  return { scale: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

/** Centres a point of the picture (percent), close enough to see it. */
export function centred(view: View, point: { x: number; y: number }, picture: Extent): View {
  const scale = Math.max(view.scale, SCALE_CLOSE)
  return {
    scale,
    x: (0.5 - point.x / 100) * picture.width * scale,
    y: (0.5 - point.y / 100) * picture.height * scale,
  }
}

/** Limits panning: the picture fills the frame, or is centred where it is smaller. */
export function clamped({ scale, x, y }: View, picture: Extent, frame: Extent): View {
  const limit = (value: number, size: number, room: number) => {
    const max = Math.max(0, (size * scale - room) / 2)
    return Math.min(max, Math.max(-max, value))
  }
  return { scale, x: limit(x, picture.width, frame.width), y: limit(y, picture.height, frame.height) }
}
