/** What an import did, or would do: records by kind, new here or known, and why others cannot be stored. */
import { IMPORT_KINDS, IMPORT_PROBLEMS_TOLD, type ImportKind, type OwnImport } from '#contracts'

export type Counts = OwnImport['counts']

/** As stored: names with numbers, so that a kind that comes later needs no other column. */
export type StoredCounts = Record<string, number>

export interface Problem {
  line: number
  what: string
}

export class Tally {
  readonly #counts: StoredCounts
  readonly #reasons: Map<string, number>
  readonly #problems: Problem[]

  constructor(
    before: { counts: StoredCounts; reasons: Record<string, number>; problems: readonly Problem[] } = NOTHING,
  ) {
    this.#counts = { ...before.counts }
    this.#reasons = new Map(Object.entries(before.reasons))
    this.#problems = [...before.problems]
  }

  add(kind: ImportKind, what: 'fresh' | 'known'): void {
    this.#raise(`${kind}.${what}`)
  }

  unlisted(made: number): void {
    this.#raise('unlistedBeers', made)
  }

  unplaced(line: number, what: string): void {
    this.#raise('unplaced')
    this.#reasons.set(what, (this.#reasons.get(what) ?? 0) + 1)
    if (this.#problems.length < IMPORT_PROBLEMS_TOLD) this.#problems.push({ line, what })
  }

  stored(): { counts: StoredCounts; reasons: Record<string, number>; problems: Problem[] } {
    return { counts: this.#counts, reasons: Object.fromEntries(this.#reasons), problems: this.#problems }
  }

  #raise(name: string, by = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + by
  }
}

const NOTHING = { counts: {}, reasons: {}, problems: [] }

export function toCounts(stored: StoredCounts): Counts {
  const of = (name: string) => stored[name] ?? 0
  const counted = (kind: ImportKind) => ({ fresh: of(`${kind}.fresh`), known: of(`${kind}.known`) })
  const [scans, favorites, searches, ratings, checkIns] = IMPORT_KINDS
  return {
    scans: counted(scans),
    favorites: counted(favorites),
    searches: counted(searches),
    ratings: counted(ratings),
    checkIns: counted(checkIns),
    unlistedBeers: of('unlistedBeers'),
    unplaced: of('unplaced'),
  }
}
