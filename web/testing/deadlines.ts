/** Deadlines of calls that pass at once. */
import { vi } from 'vitest'

/** From now on every deadline passes after this time; `vi.restoreAllMocks` ends that. The mock has the real ones. */
export function shortDeadlines(afterMs: number) {
  return vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), afterMs)
    return controller.signal
  })
}
