/** The arithmetic of looking closer at a picture: where it stands in its frame, and how far it may be moved. Pixels. */

export interface View {
  /** 1 shows the whole picture. */
  scale: number
  /** How far the middle of the picture is from the middle of the frame. */
  x: number
  y: number
}

export interface Extent {
  width: number
  height: number
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 }
export const SCALE_MAX = 6
/** One press of a button or key. */
export const SCALE_STEP = 1.6
/** A double tap, and the least at which one place is looked at. */
export const SCALE_CLOSE = 2.5

/** The view at another scale, with what is under the point (from the middle of the frame) staying there. */
export function zoomed(view: View, scale: number, at: { x: number; y: number } = { x: 0, y: 0 }): View {
  const next = Math.min(SCALE_MAX, Math.max(1, scale))
  const ratio = next / view.scale
  return { scale: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

/** The view with this place of the picture (percent) in the middle, close enough to see it. */
export function centred(view: View, place: { x: number; y: number }, picture: Extent): View {
  const scale = Math.max(view.scale, SCALE_CLOSE)
  return {
    scale,
    x: (0.5 - place.x / 100) * picture.width * scale,
    y: (0.5 - place.y / 100) * picture.height * scale,
  }
}

/** The view moved back as far as is needed for the picture to fill the frame, or to stand in its middle where it is smaller. */
export function kept({ scale, x, y }: View, picture: Extent, frame: Extent): View {
  const within = (value: number, size: number, room: number) => {
    const most = Math.max(0, (size * scale - room) / 2)
    return Math.min(most, Math.max(-most, value))
  }
  return { scale, x: within(x, picture.width, frame.width), y: within(y, picture.height, frame.height) }
}
