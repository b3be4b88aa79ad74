/** Counts what an import stores, or would store: new and known records by kind, and the reasons why others are skipped. */
import { IMPORT_PROBLEMS_MAX, type ImportKind, type OwnImport } from '#contracts'

export type Counts = OwnImport['counts']

/** Stored as name-value pairs, so that another kind of record needs no migration. */
export type StoredCounts = Record<string, number>

export interface Problem {
  line: number
  what: string
}

/** Reasons quote the file, which may give another one on each line. */
const REASONS_MAX = 100
const REASON_MAX_CHARS = 300
const OTHER_REASONS = 'other reasons'

export class ImportStats {
  readonly #counts: StoredCounts
  readonly #reasons: Map<string, number>
  readonly #problems: Problem[]

  constructor(
    initial: { counts: StoredCounts; reasons: Record<string, number>; problems: readonly Problem[] } = EMPTY,
  ) {
    this.#counts = { ...initial.counts }
    this.#reasons = new Map(Object.entries(initial.reasons))
    this.#problems = [...initial.problems]
  }

  add(kind: ImportKind, what: 'fresh' | 'known'): void {
    this.#increment(`${kind}.${what}`)
  }

  fresh(kind: ImportKind): number {
    return this.#counts[`${kind}.fresh`] ?? 0
  }

  addUnlistedBeers(created: number): void {
    this.#increment('unlistedBeers', created)
  }

  addUnresolved(line: number, problem: string): void {
    const what = problem.slice(0, REASON_MAX_CHARS)
    this.#increment('unplaced')
    const reason = this.#reasons.has(what) || this.#reasons.size < REASONS_MAX ? what : OTHER_REASONS
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1)
    if (this.#problems.length < IMPORT_PROBLEMS_MAX) this.#problems.push({ line, what })
  }

  stored(): { counts: StoredCounts; reasons: Record<string, number>; problems: Problem[] } {
    return { counts: this.#counts, reasons: Object.fromEntries(this.#reasons), problems: this.#problems }
  }

  #increment(name: string, by = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + by
  }
}

const EMPTY = { counts: {}, reasons: {}, problems: [] }

export function toCounts(stored: StoredCounts): Counts {
  const count = (name: string) => stored[name] ?? 0
  const countsOf = (kind: ImportKind) => ({ fresh: count(`${kind}.fresh`), known: count(`${kind}.known`) })
  return {
    scans: countsOf('scans'),
    favorites: countsOf('favorites'),
    searches: countsOf('searches'),
    ratings: countsOf('ratings'),
    checkIns: countsOf('checkIns'),
    wants: countsOf('wants'),
    taste: countsOf('taste'),
    barcodes: countsOf('barcodes'),
    labels: countsOf('labels'),
    corrections: countsOf('corrections'),
    pictures: countsOf('pictures'),
    settings: countsOf('settings'),
    unlistedBeers: count('unlistedBeers'),
    unplaced: count('unplaced'),
  }
}
