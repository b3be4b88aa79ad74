import type { Call } from '../../engine.ts'

/** Whether the call's time is up: what is known by now is the answer. */
export function isOver(call: Call): boolean {
  return Date.now() >= call.deadline
}
