/** Counts the outcomes of a fuzzing run. */
export interface FuzzResult {
  outcomes: Map<string, number>
  /** Unintended outcomes, described so that they can be repeated. */
  failures: string[]
  slowestMs: number
}

/** Slower input is a hang. Far above what any input needs on a busy machine. */
const HANG_MS = 10_000

export class FuzzReport implements FuzzResult {
  readonly outcomes = new Map<string, number>()
  readonly failures: string[] = []
  slowestMs = 0

  /** Runs one input; `run` returns its outcome, and `isFailure` says whether that is unintended. `took`: its time, if not by the clock. */
  async add(
    input: string,
    run: () => Promise<string>,
    isFailure: (outcome: string) => boolean,
    took?: () => number,
  ): Promise<void> {
    const start = performance.now()
    const outcome = await run().catch((error: unknown) => `threw ${String(error)}`)
    const ms = took?.() ?? performance.now() - start
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
    this.slowestMs = Math.max(this.slowestMs, ms)
    if (ms > HANG_MS) this.failures.push(`${Math.round(ms)} ms: ${input}`)
    if (isFailure(outcome)) this.failures.push(`${outcome}: ${input}`)
  }
}

/** The counts of the outcomes, and the slowest input. */
export function summaryOf({ outcomes, slowestMs }: FuzzResult): string {
  const counts = [...outcomes].map(([outcome, times]) => `${outcome} ${times}`)
  return `${counts.join(', ')}; slowest ${Math.round(slowestMs)} ms`
}
