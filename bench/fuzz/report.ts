/** Counts the outcomes of a fuzzing run, and watches its memory. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface FuzzResult {
  outcomes: Map<string, number>
  /** Unintended outcomes, described so that they can be repeated. */
  failures: string[]
  slowestMs: number
  /** In MB, after half of the inputs and after all. */
  memory: number[]
}

/** Slower input is a hang. Far above what any input needs on a busy machine. */
const HANG_MS = 10_000
/** By how many MB memory may grow during the second half. What is kept of each input exceeds it in a full run. */
const GROWTH_MAX_MB = 64
/** Errors that code throws by mistake. */
const DEFECTS = [TypeError, RangeError, ReferenceError, SyntaxError]

export class FuzzReport implements FuzzResult {
  readonly outcomes = new Map<string, number>()
  readonly failures: string[] = []
  slowestMs = 0
  readonly memory: number[] = []
  readonly #count: number
  readonly #memoryNow: () => number
  #added = 0

  /** `count`: of the inputs. `memoryNow`: in MB; by default what this process keeps. */
  constructor(count: number, memoryNow: () => number = keptMb) {
    this.#count = count
    this.#memoryNow = memoryNow
  }

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
    this.#added += 1
    if (this.#added === Math.ceil(this.#count / 2) || this.#added === this.#count) this.#measureMemory()
  }

  #measureMemory() {
    const [half, end] = [this.memory[0], this.#memoryNow()]
    this.memory.push(Math.round(end))
    if (half !== undefined && end - half > GROWTH_MAX_MB) {
      this.failures.push(`memory grew from ${half} to ${Math.round(end)} MB during the second half`)
    }
  }
}

/** The outcome of an input that code rejects by throwing. @throws the error if it is a defect of that code */
export function refused(error: unknown): 'refused' {
  if (DEFECTS.some((kind) => error instanceof kind)) throw error
  return 'refused'
}

export const hasThrown = (outcome: string): boolean => outcome.startsWith('threw')

/** What the heap and its buffers hold after a collection of garbage. */
function keptMb(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 ** 2
}

export function countsOf({ outcomes }: FuzzResult): string {
  return [...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(', ')
}

/** The counts of the outcomes, the slowest input, and the memory. */
export function summaryOf(result: FuzzResult): string {
  const { slowestMs, memory } = result
  return `${countsOf(result)}; slowest ${Math.round(slowestMs)} ms; memory ${memory.join(', then ')} MB`
}
