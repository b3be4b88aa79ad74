/** Cuts pictures. Apart from what the first photo needs, so that the scan home loads less. */
import { CAMERA_JPEG_QUALITY, type LabelBox, PHOTO_MAX_SIDE_PX } from '#contracts'
import { decoded, sendable } from './photo.ts'

/** Cuts out a part (percent of the upright picture), ready to send. */
export async function partOf(
  picture: Blob,
  { x, y, width, height }: LabelBox,
  maxSide: number = PHOTO_MAX_SIDE_PX,
): Promise<Blob> {
  const whole = await decoded(picture)
  const across = (percent: number) => Math.round((percent / 100) * whole.width)
  const down = (percent: number) => Math.round((percent / 100) * whole.height)
  const pixels = [across(x), down(y), across(width), down(height)] as const
  whole.close()
  const part = await createImageBitmap(picture, ...pixels)
  try {
    return await sendable(part, maxSide, CAMERA_JPEG_QUALITY)
  } finally {
    part.close()
  }
}

/** Width divided by height. */
export async function ratioOf(picture: Blob): Promise<number> {
  const whole = await decoded(picture)
  const ratio = whole.width / whole.height
  whole.close()
  return ratio
}
