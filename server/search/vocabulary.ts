/**
 * The words that names are made of, sorted, and how a typed word finds them: as it is, as their beginning, or with slips.
 * A range of the sorted words is a node of a trie that needs no building, so a word can come any time.
 */

export interface Term {
  text: string
  /** Slots of the beers with this word in a name. */
  beers: number[]
  /** Slots of the breweries with this word in a name. */
  breweries: number[]
  /** Slots of the breweries in a place of this name. */
  places: number[]
}

export interface TermHit {
  term: Term
  /** Letters between what was typed and the word, or as much of the word as was typed. */
  slips: number
  /** False when the word goes on after what was typed. */
  isWhole: boolean
}

/** More words than this with one beginning are not all looked at; the beginning says too little. */
const BEGINNINGS_MAX = 4_000

export class Vocabulary {
  readonly #sorted: Term[] = []
  readonly #byText = new Map<string, Term>()
  /** Words that came since the last look; sorted in together, so that a whole catalogue costs one sort. */
  #unsorted: Term[] = []

  get size(): number {
    return this.#byText.size
  }

  get(text: string): Term | undefined {
    return this.#byText.get(text)
  }

  add(text: string): Term {
    const known = this.#byText.get(text)
    if (known) return known
    const term: Term = { text, beers: [], breweries: [], places: [] }
    this.#byText.set(text, term)
    this.#unsorted.push(term)
    return term
  }

  /** Every word that begins with the typed letters. */
  *beginningWith(typed: string): Iterable<TermHit> {
    const words = this.#words()
    for (
      let at = lowerBound(words, typed, 0, words.length), left = BEGINNINGS_MAX;
      at < words.length && left > 0;
      at++
    ) {
      const term = words[at]
      if (!term?.text.startsWith(typed)) return
      left--
      yield { term, slips: 0, isWhole: term.text.length === typed.length }
    }
  }

  /**
   * Words that are the typed one but for 1 to `most` slips (a letter more, less, another, or two swapped), or, where
   * `andBeginnings`, begin with it so. `keepsFirst` looks only at words with the same first letter.
   */
  withSlips(typed: string, ask: { most: number; keepsFirst: boolean; andBeginnings: boolean }): TermHit[] {
    const words = this.#words()
    const hits = new Map<Term, TermHit>()
    const offer = (term: Term, slips: number, isWhole: boolean) => {
      const known = hits.get(term)
      if (!known || slips < known.slips || (slips === known.slips && isWhole)) hits.set(term, { term, slips, isWhole })
    }
    const from = ask.keepsFirst ? lowerBound(words, typed.slice(0, 1), 0, words.length) : 0
    const to = ask.keepsFirst ? endOfLetter(words, 0, from, words.length) : words.length
    const width = typed.length + 1
    // Below this depth every row is more than `most` slips away.
    const rows = new Uint8Array(width * (width + ask.most + 1))
    for (let index = 0; index < width; index++) rows[index] = index
    const on = {
      words,
      typed,
      rows,
      width,
      most: ask.most,
      andBeginnings: ask.andBeginnings,
      offer,
      left: BEGINNINGS_MAX,
    }
    walk(on, from, to, 0)
    return [...hits.values()].filter(({ slips, isWhole }) => slips > 0 || !isWhole)
  }

  #words(): readonly Term[] {
    if (this.#unsorted.length > 0) {
      for (const term of this.#unsorted) this.#sorted.push(term)
      this.#sorted.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
      this.#unsorted = []
    }
    return this.#sorted
  }
}

interface Walk {
  words: readonly Term[]
  typed: string
  /** One row of slips for each depth, see `walk`. */
  rows: Uint8Array
  width: number
  most: number
  andBeginnings: boolean
  offer: (term: Term, slips: number, isWhole: boolean) => void
  left: number
}

/**
 * Optimal string alignment, one letter of the words at a time: the row of a depth holds the slips between that many letters
 * of the words in `from`..`to` and each beginning of what was typed. Only cells within `most` of the diagonal can matter.
 */
function walk(on: Walk, from: number, to: number, depth: number): void {
  const { words, typed, rows, width, most } = on
  const row = depth * width
  const slips = rows[row + typed.length] ?? most + 1
  let at = from
  while (at < to && words[at]?.text.length === depth) {
    const term = words[at++]
    if (term && slips <= most) on.offer(term, slips, true)
  }
  if (on.andBeginnings && slips <= most)
    for (let within = at; within < to && on.left > 0; within++, on.left--) {
      const term = words[within]
      if (term) on.offer(term, slips, false)
    }
  if (depth >= typed.length + most) return
  const next = row + width
  const start = Math.max(1, depth + 1 - most)
  const stop = Math.min(typed.length, depth + 1 + most)
  let leastHere = most + 1
  for (let index = 0; index <= typed.length; index++) leastHere = Math.min(leastHere, rows[row + index] ?? 0)
  const visit = (first: number) => {
    const text = words[first]?.text ?? ''
    const letter = text.charCodeAt(depth)
    const end = endOfLetter(words, depth, first, to)
    rows.fill(most + 1, next, next + width)
    rows[next] = Math.min(depth + 1, most + 1)
    let least = rows[next] ?? 0
    for (let index = start; index <= stop; index++) {
      const typedLetter = typed.charCodeAt(index - 1)
      let cost = (rows[row + index - 1] ?? 0) + (typedLetter === letter ? 0 : 1)
      const other = Math.min(rows[row + index] ?? 0, rows[next + index - 1] ?? 0) + 1
      if (other < cost) cost = other
      const isSwapped =
        depth > 0 &&
        index > 1 &&
        typed.charCodeAt(index - 2) === letter &&
        typedLetter === text.charCodeAt(depth - 1) &&
        typedLetter !== letter
      if (isSwapped) cost = Math.min(cost, (rows[row - width + index - 2] ?? 0) + 1)
      if (cost > most) cost = most + 1
      rows[next + index] = cost
      if (cost < least) least = cost
    }
    if (least <= most) walk(on, first, end, depth + 1)
    return end
  }
  if (leastHere < most) {
    while (at < to) at = visit(at)
    return
  }
  // No slip is left: only letters that were typed about here lead on.
  const letters = new Set<number>()
  for (let index = Math.max(1, start - 1); index <= stop; index++) letters.add(typed.charCodeAt(index - 1))
  for (const letter of letters) {
    const first = startOfLetter(words, depth, letter, at, to)
    if (first < to && words[first]?.text.charCodeAt(depth) === letter) visit(first)
  }
}

/** The first place in `from`..`to` whose word is not before `text`. */
function lowerBound(words: readonly Term[], text: string, from: number, to: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle]?.text ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Where the words with the same letter at `depth` as the one at `from` end. */
function endOfLetter(words: readonly Term[], depth: number, from: number, to: number): number {
  const letter = words[from]?.text.charCodeAt(depth)
  let step = 1
  let low = from
  while (low + step < to && words[low + step]?.text.charCodeAt(depth) === letter) {
    low += step
    step *= 2
  }
  let high = Math.min(to, low + step)
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (words[middle]?.text.charCodeAt(depth) === letter) low = middle
    else high = middle
  }
  return high
}

/** The first place in `from`..`to` whose letter at `depth` is not before this one. */
function startOfLetter(words: readonly Term[], depth: number, letter: number, from: number, to: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle]?.text.charCodeAt(depth) ?? 0) < letter) low = middle + 1
    else high = middle
  }
  return low
}
