/** Error codes of the API. Programs rely on the code; the message is for users. */
import { z } from 'zod/mini'
import { OtherDrink } from './other-drink.ts'

/** HTTP status of each error code. The general ones are for what users of the app cannot cause, and what needs no explanation. */
export const ERROR_STATUS = {
  invalid: 400,
  empty_file: 400,
  unknown_file: 400,
  unknown_address: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  already_confirmed: 409,
  beer_exists: 409,
  favorites_full: 409,
  import_running: 409,
  journal_full: 409,
  menu_full: 409,
  name_taken: 409,
  other_user: 409,
  pictures_full: 409,
  pictures_off: 409,
  scan_cancelled: 409,
  table_full: 409,
  too_many_corrections: 409,
  too_many_invitations: 409,
  unlisted_full: 409,
  too_large: 413,
  not_an_image: 415,
  unreadable_image: 422,
  no_beer: 422,
  unknown_barcode: 422,
  link_sent: 429,
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
