/** Aborts with the first of two signals. As `AbortSignal.any`, which Safari before 17.4 and Firefox before 124 lack. */
export function anySignal(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  if (!other) return one
  const either = new AbortController()
  for (const signal of [one, other]) {
    const abort = () => either.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal })
  }
  return either.signal
}
