/**
 * The one fuzzy term index: every distinct word of the names, found exactly, by confusable letters and edits, by prefix, or
 * by its head or tail. A profile chooses the lookups that are built, because labels and queries go wrong in different ways:
 * OCR confuses letters in whole words and needs thousands of lookups per photo, so the label profile pays the memory of a
 * symmetric-delete index; users type prefixes with typos, which that index cannot hold, so the query profile walks the sorted
 * terms instead. The weights of each kind of match are in `label-profile.ts` and `query-profile.ts`.
 */
import { isNumber } from '../text/tokens.ts'
import { type PrefixMatch, SortedTerms, type Term } from './sorted-terms.ts'
import { type SkeletonMatch, SymmetricDeleteIndex } from './symmetric-delete.ts'

/** Letters of a head or tail by which terms are found. */
export const AFFIX_LENGTH = 4

export class TermIndex {
  readonly #byText = new Map<string, Term>()
  readonly #terms: Term[] = []
  readonly #skeletons: SymmetricDeleteIndex | undefined
  readonly #sorted: SortedTerms | undefined
  readonly #heads = new Map<string, Term[]>()
  readonly #tails = new Map<string, Term[]>()

  constructor(profile: 'label' | 'query') {
    this.#skeletons = profile === 'label' ? new SymmetricDeleteIndex() : undefined
    this.#sorted = profile === 'query' ? new SortedTerms() : undefined
  }

  get size(): number {
    return this.#terms.length
  }

  get(text: string): Term | undefined {
    return this.#byText.get(text)
  }

  has(text: string): boolean {
    return this.#byText.has(text)
  }

  /** The text of a term; empty for an id that was never given out. */
  textOf(id: number): string {
    return this.#terms[id]?.text ?? ''
  }

  /** The term of this text, which is added when it is new. Ids count up from 0 and never change. */
  add(text: string): Term {
    const known = this.#byText.get(text)
    if (known) return known
    const term: Term = { id: this.#terms.length, text }
    this.#byText.set(text, term)
    this.#terms.push(term)
    this.#sorted?.add(term)
    // A number with another digit is another number.
    if (!this.#skeletons || isNumber(text)) return term
    this.#skeletons.add(term.id, text)
    if (text.length > AFFIX_LENGTH) {
      push(this.#heads, text.slice(0, AFFIX_LENGTH), term)
      push(this.#tails, text.slice(-AFFIX_LENGTH), term)
    }
    return term
  }

  /** Label profile: terms that look like `text` or are up to two edits away; see `SymmetricDeleteIndex.find`. */
  lookingLike(text: string): SkeletonMatch[] {
    return this.#skeletons?.find(text) ?? []
  }

  /** Label profile: longer terms that start or end with `text`, which has at least `AFFIX_LENGTH` letters. */
  *continuing(text: string): Iterable<Term> {
    const isLonger = (term: Term) => term.text.length > text.length
    for (const term of this.#heads.get(text.slice(0, AFFIX_LENGTH)) ?? [])
      if (isLonger(term) && term.text.startsWith(text)) yield term
    for (const term of this.#tails.get(text.slice(-AFFIX_LENGTH)) ?? [])
      if (isLonger(term) && term.text.endsWith(text)) yield term
  }

  /** Query profile: terms that start with `prefix`, in alphabetical order. */
  startingWith(prefix: string): Iterable<PrefixMatch> {
    return this.#sorted?.startingWith(prefix) ?? []
  }

  /** Query profile: terms, and with `prefixes` beginnings of terms, within `limit` edits; see `SortedTerms.withinEdits`. */
  withinEdits(typed: string, ask: { limit: number; sameFirstLetter: boolean; prefixes: boolean }): PrefixMatch[] {
    return this.#sorted?.withinEdits(typed, ask) ?? []
  }
}

function push(map: Map<string, Term[]>, key: string, term: Term): void {
  const terms = map.get(key)
  if (terms) terms.push(term)
  else map.set(key, [term])
}
