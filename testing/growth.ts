/** How the time of some work grows with the length of its input: a slow machine takes longer for every length. */

/** Shorter times are mostly compiling and collecting garbage. */
const NOTICEABLE_MS = 20

/** Growth up to this is linear, with some noise. */
const CLEARLY_LINEAR = 6
const MAX_ROUNDS = 10

/**
 * Returns how many times as long the work takes for four times the length: about 4 for linear work, about 16 for quadratic work,
 * less for work that takes no time worth measuring. Whatever else the machine does only adds to a time, so the shortest times count,
 * and growth that does not look linear is measured again.
 */
export async function growth(length: number, work: (length: number) => unknown): Promise<number> {
  // The first run also compiles.
  await work(length)
  let [once, fourTimes, grown] = [Infinity, Infinity, Infinity]
  for (let round = 0; round < MAX_ROUNDS && grown > CLEARLY_LINEAR; round++) {
    once = Math.min(once, await cpuMs(() => work(length)))
    fourTimes = Math.min(fourTimes, await cpuMs(() => work(4 * length)))
    grown = fourTimes / Math.max(once, NOTICEABLE_MS)
  }
  return grown
}

/** Processor time of this process, in milliseconds. Not the time on the clock, which other processes take as well. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
