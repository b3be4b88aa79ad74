/** Refuses photos that waited on a device until somebody else has signed in there. */
import type { User } from '#contracts'
import { ProductError } from '../../adapters/http/errors.ts'

/** `takenBy`: the id of the user who took the photo, if the client names it. @throws ProductError other_user */
export function assertTakenBy({ id }: Pick<User, 'id'>, takenBy: string | undefined): void {
  if (takenBy === undefined || Number(takenBy) === id) return
  throw new ProductError(
    'other_user',
    'Somebody else has signed in. This photo is sent once the person who took it signs in again.',
  )
}
