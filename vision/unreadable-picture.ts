/** Why bytes cannot become a photo: not an image, an image that cannot be decoded, or one with too many pixels. */
export type UnreadableReason = 'not_an_image' | 'unreadable_image' | 'too_large'

/** Thrown when bytes cannot become a photo. The message is for users and reveals no internals. */
export class UnreadablePicture extends Error {
  constructor(
    message: string,
    readonly reason: UnreadableReason,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'UnreadablePicture'
  }
}

/** For a picture that no decoder reads; the cause is for the log. */
export function damagedPicture(cause?: unknown): UnreadablePicture {
  return new UnreadablePicture('The picture is damaged or cannot be read', 'unreadable_image', { cause })
}
