/** Reads the JSON of an earlier run to compare it with this one. Uses its targets alone, so the file of a blind run will do. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Target, UNITS } from '../photos/target.ts'
import { type ComparedRun, comparisonTable } from '../photos/target-table.ts'

export interface Run {
  /** The set that was measured, as in the JSON. */
  set: { name: string; blind: boolean }
  targets: Target[]
}

const Bound = z.union([
  z.object({ atLeast: z.number() }),
  z.object({ under: z.number() }),
  z.object({ atMost: z.number() }),
])
const Report = z.object({
  set: z.object({ name: z.string(), blind: z.boolean() }).default({ name: 'earlier run', blind: false }),
  targets: z.array(
    z
      .object({
        what: z.string(),
        value: z.number().nullable(),
        n: z.string(),
        interval: z.object({ low: z.number(), high: z.number() }).nullable(),
        bound: Bound.optional(),
        unit: z.enum(UNITS),
      })
      .transform(({ bound, ...target }): Target => ({ ...target, ...(bound && { bound }) })),
  ),
})

/** Returns the run, or undefined if the file is missing or no report of the bench. */
export function readRun(file: string): Run | undefined {
  try {
    return Report.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** A is the run whose photos may be seen, B the blind one; between runs of one kind, A is this run. */
export function compared(run: Run, earlier: Run): string {
  const named = ({ set, targets }: Run): ComparedRun => ({ name: set.name + (set.blind ? ' (blind)' : ''), targets })
  const [a, b] = run.set.blind && !earlier.set.blind ? [earlier, run] : [run, earlier]
  return comparisonTable(named(a), named(b))
}
