/** Turns a form that the multipart parser cannot read into an error of the client. */
import { ProductError } from './errors.ts'

/** Runs a step of reading a multipart body. @throws ProductError invalid for a form that is cut off or malformed */
export async function readMultipart<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    // The parser throws plain errors; its errors with a status, such as 413, are known to the error handler.
    if (error instanceof ProductError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new ProductError('invalid', 'The form is incomplete or malformed. Please send the file again.', {
      cause: error,
    })
  }
}
