/** How the time of some work grows with the length of its input: a slow machine takes longer for every length. */

/** Shorter times are mostly compiling and collecting garbage. */
const NOTICEABLE_MS = 20

/**
 * Returns how many times as long the work takes for four times the length: about 4 for linear work, about 16 for quadratic work,
 * less for work that takes no time worth measuring.
 */
export async function growth(length: number, work: (length: number) => unknown): Promise<number> {
  // The first run also compiles, and the longest one finds everything compiled.
  await work(length)
  const once = Math.min(await cpuMs(() => work(length)), await cpuMs(() => work(length)))
  const fourTimes = Math.min(await cpuMs(() => work(4 * length)), await cpuMs(() => work(4 * length)))
  return fourTimes / Math.max(once, NOTICEABLE_MS)
}

/** Processor time of this process, in milliseconds. Not the time on the clock, which other processes take as well. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
