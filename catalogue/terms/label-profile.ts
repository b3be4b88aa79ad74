/**
 * The label profile of the term index: the terms that a printed word may be although OCR misread it, the curve of a bottle
 * cut it off, or it ran together with its neighbours.
 */

import type { CharacterLattice } from '../catalogue.ts'
import { asNumber } from '../text/confusables.ts'
import { EAST_ASIAN } from '../text/normalise.ts'
import { isNumber } from '../text/tokens.ts'
import { type SpottedWord, spotWords } from './spot-words.ts'
import { TWO_EDITS_MIN_LENGTH } from './symmetric-delete.ts'
import { AFFIX_LENGTH, TermIndex } from './term-index.ts'
import { TermTrie } from './term-trie.ts'

/** A term that a printed word may be. */
export interface TermHit {
  /** Id of the term. */
  term: number
  /** 0-1: 1 for an exact match, less the more has to be assumed. */
  quality: number
  /**
   * How much of the printed word the term explains: 'whole' if the word is the term, 'together' if it is the term and those of the
   * other such hits, 'part' if nothing is known about the rest: 'nektar' in 'kirschnektar'.
   */
  explains: 'whole' | 'together' | 'part'
}

const QUALITY = {
  exact: 1,
  joined: 0.95,
  confusable: 0.9,
  oneEdit: 0.82,
  oneEditShort: 0.6,
  twoEdits: 0.68,
  mostlyCovered: 0.8,
  longPiece: 0.7,
  cutOff: 0.7,
}
/** Up to this length one edit changes too much of a word to be trusted. */
const SHORT_LENGTH = 5
/** A cut-off word shows at least this share of itself. */
const CUT_OFF_MIN_SHARE = 0.55
/** Least letters of a text that ran together, of a piece of it, and of one that counts even when the rest is unknown. */
const LENGTHS = { text: 7, piece: 4, longPiece: 6 }
const EAST_ASIAN_LENGTHS = { text: 4, piece: 2, longPiece: 4 }
const PIECE_MAX_LENGTH = 16
const COVERED_MIN_SHARE = 0.75
const CACHED_WORDS_MAX = 20_000

export class LabelTerms {
  readonly #index = new TermIndex('label')
  readonly #trie = new TermTrie()
  readonly #isStopWord: (word: string) => boolean
  #cache = new Map<string, readonly TermHit[]>()
  /** Each pass over a photo matches the lines of those before it again. */
  #spotted = new WeakMap<CharacterLattice, readonly SpottedWord[]>()

  /** `isStopWord` accepts the words that may fill up a run-together text without being a name: 'trappistale'. */
  constructor(isStopWord: (word: string) => boolean) {
    this.#isStopWord = isStopWord
  }

  get size(): number {
    return this.#index.size
  }

  textOf(term: number): string {
    return this.#index.textOf(term)
  }

  /** The id of a word, which is added when it is new. */
  add(word: string): number {
    const known = this.#index.get(word)
    if (known) return known.id
    this.#cache.clear()
    this.#spotted = new WeakMap()
    const { id } = this.#index.add(word)
    this.#trie.add(word, id)
    return id
  }

  /** The terms that a printed word may be, best first. */
  find(printed: string): readonly TermHit[] {
    const cached = this.#cache.get(printed)
    if (cached) return cached
    const hits = this.#search(printed)
    if (this.#cache.size >= CACHED_WORDS_MAX) this.#cache.clear()
    this.#cache.set(printed, hits)
    return hits
  }

  /** The terms that a line may say, although best-path decoding may have misread them. */
  spot(lattice: CharacterLattice): readonly SpottedWord[] {
    const known = this.#spotted.get(lattice)
    if (known) return known
    const words = spotWords(lattice, this.#trie)
    this.#spotted.set(lattice, words)
    return words
  }

  /** The term that two neighbouring printed words are together, when neither is a stop word or the match is exact. */
  findJoined(first: string, second: string): readonly TermHit[] {
    const joined = first + second
    if (joined.length < AFFIX_LENGTH || isNumber(first) || isNumber(second)) return []
    const exact = this.#index.get(joined)
    if (exact) return [{ term: exact.id, quality: QUALITY.joined, explains: 'whole' }]
    if (joined.length < TWO_EDITS_MIN_LENGTH || this.#isStopWord(first) || this.#isStopWord(second)) return []
    return scaled(this.#lookingLike(joined), QUALITY.joined)
  }

  #search(printed: string): TermHit[] {
    const exact = this.#index.get(printed)
    if (exact) return [{ term: exact.id, quality: QUALITY.exact, explains: 'whole' }]
    if (isNumber(printed)) return []
    const number = asNumber(printed)
    const meant = number === undefined ? undefined : this.#index.get(number)
    if (meant) return [{ term: meant.id, quality: QUALITY.confusable, explains: 'whole' }]
    if (this.#isStopWord(printed)) return []
    const found = new Map<number, TermHit>()
    const offer = (hits: readonly TermHit[]) => {
      for (const hit of hits) if (hit.quality > (found.get(hit.term)?.quality ?? 0)) found.set(hit.term, hit)
    }
    offer(this.#lookingLike(printed))
    if (Math.max(0, ...[...found.values()].map(({ quality }) => quality)) < QUALITY.oneEdit) {
      offer(this.#pieces(printed))
      offer(this.#cutOff(printed))
      offer(this.#besideStopWord(printed))
    }
    return [...found.values()].sort((a, b) => b.quality - a.quality)
  }

  #lookingLike(printed: string): TermHit[] {
    return this.#index.lookingLike(printed).map(({ id, edits, length }) => ({
      term: id,
      explains: 'whole',
      quality:
        edits === 0
          ? QUALITY.confusable
          : edits === 2
            ? QUALITY.twoEdits
            : length <= SHORT_LENGTH
              ? QUALITY.oneEditShort
              : QUALITY.oneEdit,
    }))
  }

  /** Terms inside a run-together text, when terms and stop words cover most of it or one of them is long. */
  #pieces(printed: string): TermHit[] {
    const lengths = lengthsIn(printed)
    if (printed.length < lengths.text) return []
    const pieces = this.#segment(printed)
    const covered = pieces.reduce((sum, piece) => sum + piece.length, 0)
    const hits: TermHit[] = []
    for (const piece of pieces) {
      const term = this.#index.get(piece)?.id
      if (term === undefined) continue
      if (covered === printed.length) hits.push({ term, quality: QUALITY.joined, explains: 'together' })
      else if (covered >= printed.length * COVERED_MIN_SHARE)
        hits.push({ term, quality: QUALITY.mostlyCovered, explains: 'part' })
      else if (piece.length >= lengths.longPiece) hits.push({ term, quality: QUALITY.longPiece, explains: 'part' })
    }
    return hits
  }

  /** A misread term that ran together with a stop word: 'quadrupeebier'. */
  #besideStopWord(printed: string): TermHit[] {
    const hits: TermHit[] = []
    for (let cut = LENGTHS.piece - 1; cut <= printed.length - LENGTHS.piece + 1; cut++) {
      const [head, tail] = [printed.slice(0, cut), printed.slice(cut)]
      const rest = this.#isStopWord(tail) ? head : this.#isStopWord(head) ? tail : ''
      if (rest.length > SHORT_LENGTH) hits.push(...this.#lookingLike(rest))
    }
    return scaled(hits, QUALITY.mostlyCovered)
  }

  /** The segmentation into known words that leaves the fewest letters uncovered, by dynamic programming from the left. */
  #segment(printed: string): string[] {
    const covered: number[] = [0]
    const last: (string | null)[] = [null]
    for (let end = 1; end <= printed.length; end++) {
      let most = covered[end - 1] ?? 0
      let piece: string | null = null
      for (let length = 2; length <= Math.min(PIECE_MAX_LENGTH, end); length++) {
        const text = printed.slice(end - length, end)
        const sum = (covered[end - length] ?? 0) + length - 0.5 // fewer, longer pieces win
        if (sum > most && this.#isPiece(text, end - length === 0 || end === printed.length)) {
          most = sum
          piece = text
        }
      }
      covered.push(most)
      last.push(piece)
    }
    const pieces: string[] = []
    for (let end = printed.length; end > 0; ) {
      const piece = last[end]
      if (piece) pieces.push(piece)
      end -= piece?.length ?? 1
    }
    return pieces
  }

  #isPiece(text: string, atBorder: boolean): boolean {
    if (text.length >= lengthsIn(text).piece) return this.#index.has(text) || this.#isStopWord(text)
    return atBorder && (text.length === 3 ? this.#index.has(text) || this.#isStopWord(text) : this.#isStopWord(text))
  }

  /** Terms of which only the head or the tail is visible. */
  #cutOff(printed: string): TermHit[] {
    if (printed.length < AFFIX_LENGTH) return []
    const longest = printed.length / CUT_OFF_MIN_SHARE
    const hits: TermHit[] = []
    for (const { id, text } of this.#index.continuing(printed))
      if (text.length <= longest) {
        const quality = (QUALITY.cutOff * printed.length) / text.length
        hits.push({ term: id, quality, explains: 'whole' })
      }
    return hits
  }
}

function lengthsIn(printed: string): typeof LENGTHS {
  return EAST_ASIAN.test(printed) ? EAST_ASIAN_LENGTHS : LENGTHS
}

function scaled(hits: readonly TermHit[], factor: number): TermHit[] {
  return hits.map((hit) => ({ ...hit, quality: hit.quality * factor }))
}
