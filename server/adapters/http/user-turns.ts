/**
 * Bounds how many calls of one user a process works on at once; the others wait, so that one user with many connections leaves the database
 * and the processor to everybody else. Not for uploads, whose calls wait until a photo is read: `upload-room.ts` bounds those.
 */
import { ProductError } from './errors.ts'
import { textsIn } from './texts.ts'

const CALLS_AT_ONCE = 4
/** Far more than a menu full of pending ratings asks for at once. */
const WAITING_MAX = 200
const RETRY_AFTER_SECONDS = 2

export interface UserTurns {
  /** Resolves when a call of the user may go on, to what ends its turn. @throws ProductError too_many_requests */
  take(userId: number): Promise<() => void>
}

export function userTurns(): UserTurns {
  const busy = new Map<number, { calls: number; waiting: (() => void)[] }>()

  return {
    async take(userId) {
      const own = busy.get(userId) ?? { calls: 0, waiting: [] }
      busy.set(userId, own)
      if (own.calls < CALLS_AT_ONCE) own.calls += 1
      else if (own.waiting.length < WAITING_MAX) await new Promise<void>((go) => own.waiting.push(go))
      else {
        throw new ProductError('too_many_requests', (language) => textsIn(language)('tooMany'), {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })
      }
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        const next = own.waiting.shift()
        if (next) return next()
        own.calls -= 1
        if (own.calls === 0) busy.delete(userId)
      }
    },
  }
}
