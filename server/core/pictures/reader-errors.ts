import { ReaderLost, UnreadablePicture } from '#recognition'
import { ProductError } from '../../adapters/http/errors.ts'

/** Turns errors of the reader processes into a ProductError; returns any other error as it is. */
export function toClientError(error: unknown): unknown {
  if (error instanceof UnreadablePicture) return new ProductError(error.reason, `${error.message}.`, { cause: error })
  if (error instanceof ReaderLost) {
    return new ProductError('unavailable', "We couldn't open the photo right now. Please try again.", {
      cause: error,
    })
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ProductError('timed_out', 'Opening the photo took too long. Please try again.', { cause: error })
  }
  return error
}
