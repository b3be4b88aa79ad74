/** Why foreign bytes cannot become a photo: no image at all, an image that cannot be decoded, or one of too many pixels. */
export type UnreadableReason = 'not_an_image' | 'unreadable_image' | 'too_large'

/** Thrown when bytes cannot become a photo. The message is for people and says nothing of the inside. */
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
