/** Turns a form that the multipart parser cannot read into an error of the client. */
import type { FastifyRequest } from 'fastify'
import { ProductError } from './errors.ts'

/** Reads a multipart body; what is left of one that is refused is received and dropped. @throws ProductError invalid for a form that is cut off or malformed */
export async function readMultipart<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    // The next request of the connection is behind it, and a client may read its answer only when it has sent everything.
    request.raw.unpipe()
    request.raw.resume()
    // The parser throws plain errors; its errors with a status, such as 413, are known to the error handler.
    if (error instanceof ProductError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new ProductError('invalid', 'The form is incomplete or malformed. Please send the file again.', {
      cause: error,
    })
  }
}
