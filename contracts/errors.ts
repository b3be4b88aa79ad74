/** Error codes of the API. Programs rely on the code; the message is for users. */
import { z } from 'zod/mini'
import { OtherDrink } from './other-drink.ts'

/** HTTP status of each error code. */
export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  not_an_image: 415,
  unreadable_image: 422,
  no_beer: 422,
  unknown_barcode: 422,
  too_many_requests: 429,
  quota_exceeded: 429,
  internal: 500,
  scan_failed: 502,
  unavailable: 503,
  timed_out: 504,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** Body of every error response. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  /** With `no_beer`: the drink on the photo, if one was recognised. */
  otherDrink: z.optional(OtherDrink),
})
export type ErrorBody = z.infer<typeof ErrorBody>
