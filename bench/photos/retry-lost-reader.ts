import { ReaderLost } from '#recognition'

/** Runs the task a second time, in a new reader process, if its reader is lost. Returns undefined if both are lost. */
export async function retryLostReader<T>(
  label: string,
  task: () => Promise<T>,
  warn: (message: string) => void,
): Promise<T | undefined> {
  for (const consequence of ['trying again in a new reader', 'counted as cut off']) {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof ReaderLost)) throw error
      warn(`${label}: ${error.message}; ${consequence}`)
    }
  }
  return undefined
}
