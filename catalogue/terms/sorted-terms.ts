/**
 * The terms in alphabetical order: every prefix is a range of the array, so the array serves as a trie that costs nothing
 * to build and takes new terms at any time. Finds terms by prefix, and terms or their prefixes within a few edits.
 */
import { AlignmentTable } from '../text/edit-distance.ts'

export interface Term {
  readonly id: number
  readonly text: string
}

export interface PrefixMatch {
  term: Term
  /** Edits between the query and the term, or the part of the term that was typed. */
  edits: number
  /** False when the term continues beyond the query. */
  isWhole: boolean
}

/** A prefix shared by more terms than this is not selective; the others are not visited. */
const EXPANSIONS_MAX = 4_000

export class SortedTerms {
  readonly #sorted: Term[] = []
  /** Terms added since the last lookup; merged by one sort, so that filling the index costs one sort in all. */
  #unsorted: Term[] = []

  add(term: Term): void {
    this.#unsorted.push(term)
  }

  /** Terms that start with `prefix`, in order, at most `EXPANSIONS_MAX`. */
  *startingWith(prefix: string): Iterable<PrefixMatch> {
    const terms = this.#terms()
    const first = lowerBound(terms, prefix)
    for (let at = first; at < Math.min(terms.length, first + EXPANSIONS_MAX); at++) {
      const term = terms[at]
      if (!term?.text.startsWith(prefix)) return
      yield { term, edits: 0, isWhole: term.text.length === prefix.length }
    }
  }

  /**
   * Terms 1 to `limit` edits away from `typed` and, with `prefixes`, terms with a prefix at most `limit` edits away.
   * `sameFirstLetter` skips all other terms, which is what makes two edits affordable.
   */
  withinEdits(typed: string, ask: { limit: number; sameFirstLetter: boolean; prefixes: boolean }): PrefixMatch[] {
    const terms = this.#terms()
    const matches = new Map<Term, PrefixMatch>()
    const from = ask.sameFirstLetter ? lowerBound(terms, typed.slice(0, 1)) : 0
    if (ask.sameFirstLetter && terms[from]?.text[0] !== typed[0]) return []
    const to = ask.sameFirstLetter ? endOfLetter(terms, 0, from, terms.length) : terms.length
    const search: EditSearch = {
      terms,
      typed,
      limit: ask.limit,
      prefixes: ask.prefixes,
      // A term longer than the query by more than the limit is too far away.
      table: new AlignmentTable(typed, ask.limit, typed.length + ask.limit),
      expansionsLeft: EXPANSIONS_MAX,
      report(term, edits, isWhole) {
        const known = matches.get(term)
        if (!known || edits < known.edits || (edits === known.edits && isWhole))
          matches.set(term, { term, edits, isWhole })
      },
    }
    visitRange(search, from, to, 0)
    return [...matches.values()].filter(({ edits, isWhole }) => edits > 0 || !isWhole)
  }

  #terms(): readonly Term[] {
    if (this.#unsorted.length > 0) {
      for (const term of this.#unsorted) this.#sorted.push(term)
      this.#sorted.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
      this.#unsorted = []
    }
    return this.#sorted
  }
}

interface EditSearch {
  terms: readonly Term[]
  typed: string
  limit: number
  prefixes: boolean
  table: AlignmentTable
  expansionsLeft: number
  report: (term: Term, edits: number, isWhole: boolean) => void
}

/** Visits the terms in `from`..`to`, which share their first `depth` letters; the table's row of that depth is filled. */
function visitRange(search: EditSearch, from: number, to: number, depth: number): void {
  const { terms, typed, limit, table } = search
  const edits = table.distanceAt(depth)
  let at = from
  while (at < to && terms[at]?.text.length === depth) {
    const term = terms[at++]
    if (term && edits <= limit) search.report(term, edits, true)
  }
  if (search.prefixes && edits <= limit)
    for (let within = at; within < to && search.expansionsLeft > 0; within++, search.expansionsLeft--) {
      const term = terms[within]
      if (term) search.report(term, edits, false)
    }
  if (depth >= typed.length + limit) return
  const visitLetter = (first: number) => {
    const text = terms[first]?.text ?? ''
    const end = endOfLetter(terms, depth, first, to)
    const least = table.extend(depth, text.charCodeAt(depth), depth > 0 ? text.charCodeAt(depth - 1) : -1)
    if (least <= limit) visitRange(search, first, end, depth + 1)
    return end
  }
  if (table.leastAt(depth) < limit) {
    while (at < to) at = visitLetter(at)
    return
  }
  // No edit is left, so only letters of the query near this depth can follow.
  const letters = new Set<number>()
  const nearest = Math.max(1, depth - limit)
  const farthest = Math.min(typed.length, depth + 1 + limit)
  for (let index = nearest; index <= farthest; index++) letters.add(typed.charCodeAt(index - 1))
  for (const letter of letters) {
    const first = startOfLetter(terms, depth, letter, at, to)
    if (first < to && terms[first]?.text.charCodeAt(depth) === letter) visitLetter(first)
  }
}

/** The first index whose term does not sort before `text`. */
function lowerBound(terms: readonly Term[], text: string): number {
  let [low, high] = [0, terms.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((terms[middle]?.text ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/** The end of the run of terms that share the letter at `depth` with the term at `from`; a galloping binary search. */
function endOfLetter(terms: readonly Term[], depth: number, from: number, to: number): number {
  const letter = terms[from]?.text.charCodeAt(depth)
  let step = 1
  let low = from
  while (low + step < to && terms[low + step]?.text.charCodeAt(depth) === letter) {
    low += step
    step *= 2
  }
  let high = Math.min(to, low + step)
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]?.text.charCodeAt(depth) === letter) low = middle
    else high = middle
  }
  return high
}

/** The first index in `from`..`to` whose letter at `depth` does not sort before `letter`. */
function startOfLetter(terms: readonly Term[], depth: number, letter: number, from: number, to: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((terms[middle]?.text.charCodeAt(depth) ?? 0) < letter) low = middle + 1
    else high = middle
  }
  return low
}
