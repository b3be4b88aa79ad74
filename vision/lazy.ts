/** Memoises an asynchronous `open`: it runs at the first call, and again after a failure. */
export function lazy<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open().catch((reason: unknown) => {
      opened = undefined
      throw reason
    })
    return opened
  }
}
