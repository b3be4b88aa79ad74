/**
 * The words that names are made of, and how a printed word finds them although it was misread, cut off by the curve of a
 * bottle or run together with its neighbours. Lookups go through small buckets, never through all words.
 */
import { asNumber, editDistance, skeletonOf } from './confusions.ts'
import { isNumber } from './read-words.ts'

/** A known word that a printed word may be. */
export interface WordHit {
  /** Index of the known word. */
  word: number
  /** 0-1: 1 for the same letters, less the more has to be assumed. */
  quality: number
}

const QUALITY = {
  same: 1,
  joined: 0.95,
  lookalike: 0.9,
  oneSlip: 0.82,
  oneSlipShort: 0.6,
  twoSlips: 0.68,
  within: 0.8,
  inside: 0.7,
  cut: 0.7,
}
const SLIP_MIN_LENGTH = 4
const SHORT_LENGTH = 5
const TWO_SLIPS_MIN_LENGTH = 8
const CUT_MIN_LENGTH = 4
/** A word that runs out of sight shows at least this share of itself. */
const CUT_MIN_SHARE = 0.55
const RUN_TOGETHER_MIN_LENGTH = 7
const PIECE_MIN_LENGTH = 4
const PIECE_MAX_LENGTH = 16
/** A piece this long is evidence even when the rest of a run-together text is unknown. */
const PIECE_ALONE_LENGTH = 6
const PIECES_MIN_SHARE = 0.75
const REMEMBERED_WORDS = 20_000

export class Vocabulary {
  readonly #ids = new Map<string, number>()
  readonly #words: string[] = []
  readonly #skeletons: string[] = []
  /** Skeletons with no letter or one letter left out, as hashes: words one slip apart share one. */
  readonly #nearSkeletons = new Map<number, number | number[]>()
  /** Thirds of long words: of three thirds two slips leave one intact. */
  readonly #thirds = new Map<string, number[]>()
  readonly #heads = new Map<string, number[]>()
  readonly #tails = new Map<string, number[]>()
  #remembered = new Map<string, readonly WordHit[]>()

  /** `isOrdinary` tells words that may fill a run-together text without being a name: 'trappistale'. */
  constructor(private readonly isOrdinary: (word: string) => boolean) {}

  get size(): number {
    return this.#words.length
  }

  wordAt(id: number): string {
    return this.#words[id] ?? ''
  }

  idOf(word: string): number | undefined {
    return this.#ids.get(word)
  }

  /** The index of a word, which becomes known if it is not. */
  add(word: string): number {
    const known = this.#ids.get(word)
    if (known !== undefined) return known
    const id = this.#words.length
    this.#ids.set(word, id)
    this.#words.push(word)
    const skeleton = isNumber(word) ? word : skeletonOf(word)
    this.#skeletons.push(skeleton)
    this.#remembered.clear()
    if (isNumber(word)) return id
    for (const key of nearKeys(skeleton)) {
      const held = this.#nearSkeletons.get(key)
      if (held === undefined) this.#nearSkeletons.set(key, id)
      else if (typeof held === 'number') this.#nearSkeletons.set(key, [held, id])
      else held.push(id)
    }
    if (skeleton.length >= TWO_SLIPS_MIN_LENGTH)
      for (const [part, start, end] of thirdsOf(skeleton.length))
        push(this.#thirds, thirdKey(skeleton.length, part, skeleton.slice(start, end)), id)
    if (word.length > CUT_MIN_LENGTH) {
      push(this.#heads, word.slice(0, CUT_MIN_LENGTH), id)
      push(this.#tails, word.slice(-CUT_MIN_LENGTH), id)
    }
    return id
  }

  /** The known words that a printed word may be, best first. */
  find(printed: string): readonly WordHit[] {
    const remembered = this.#remembered.get(printed)
    if (remembered) return remembered
    const hits = this.#search(printed)
    if (this.#remembered.size >= REMEMBERED_WORDS) this.#remembered.clear()
    this.#remembered.set(printed, hits)
    return hits
  }

  /** The known word that two neighbouring printed words are together, when neither says so alone. */
  findJoined(first: string, second: string): readonly WordHit[] {
    const joined = first + second
    if (joined.length < CUT_MIN_LENGTH || isNumber(first) || isNumber(second)) return []
    const same = this.#ids.get(joined)
    if (same !== undefined) return [{ word: same, quality: QUALITY.joined }]
    if (joined.length < TWO_SLIPS_MIN_LENGTH || this.isOrdinary(first) || this.isOrdinary(second)) return []
    return this.#lookalikes(joined).map(({ word, quality }) => ({ word, quality: quality * QUALITY.joined }))
  }

  #search(printed: string): WordHit[] {
    const same = this.#ids.get(printed)
    if (same !== undefined) return [{ word: same, quality: QUALITY.same }]
    if (isNumber(printed)) return []
    const number = asNumber(printed)
    const meant = number === undefined ? undefined : this.#ids.get(number)
    if (meant !== undefined) return [{ word: meant, quality: QUALITY.lookalike }]
    if (this.isOrdinary(printed)) return []
    const found = new Map<number, number>()
    for (const { word, quality } of this.#lookalikes(printed)) keep(found, word, quality)
    if (best(found) < QUALITY.oneSlip) {
      for (const { word, quality } of this.#pieces(printed)) keep(found, word, quality)
      for (const { word, quality } of this.#cut(printed)) keep(found, word, quality)
      for (const { word, quality } of this.#besideOrdinary(printed)) keep(found, word, quality)
    }
    return [...found].map(([word, quality]) => ({ word, quality })).sort((a, b) => b.quality - a.quality)
  }

  /** Words that look alike or are one or two slips away. */
  #lookalikes(printed: string): WordHit[] {
    const skeleton = skeletonOf(printed)
    const hits = new Map<number, number>()
    for (const key of nearKeys(skeleton)) {
      const held = this.#nearSkeletons.get(key)
      if (held === undefined) continue
      for (const id of typeof held === 'number' ? [held] : held) {
        if (hits.has(id)) continue
        const known = this.#skeletons[id] ?? ''
        if (known === skeleton) hits.set(id, QUALITY.lookalike)
        else if (Math.min(known.length, skeleton.length) >= SLIP_MIN_LENGTH && editDistance(known, skeleton, 1) === 1)
          hits.set(id, known.length <= SHORT_LENGTH ? QUALITY.oneSlipShort : QUALITY.oneSlip)
      }
    }
    if (hits.size === 0 && skeleton.length >= TWO_SLIPS_MIN_LENGTH - 1)
      for (const id of new Set(this.#sharingThird(skeleton)))
        if (editDistance(this.#skeletons[id] ?? '', skeleton, 2) <= 2) hits.set(id, QUALITY.twoSlips)
    return [...hits].map(([word, quality]) => ({ word, quality }))
  }

  *#sharingThird(skeleton: string): Iterable<number> {
    for (let length = Math.max(TWO_SLIPS_MIN_LENGTH, skeleton.length - 2); length <= skeleton.length + 2; length++)
      for (const [part, start, end] of thirdsOf(length))
        for (let shift = -2; shift <= 2; shift++) {
          if (start + shift < 0 || end + shift > skeleton.length) continue
          yield* this.#thirds.get(thirdKey(length, part, skeleton.slice(start + shift, end + shift))) ?? []
        }
  }

  /** Known words inside a run-together text, where they and ordinary words explain most of it or one is long. */
  #pieces(printed: string): WordHit[] {
    if (printed.length < RUN_TOGETHER_MIN_LENGTH) return []
    const explained = this.#bestPieces(printed)
    const covered = explained.reduce((sum, piece) => sum + piece.length, 0)
    const hits: WordHit[] = []
    for (const piece of explained) {
      const word = this.#ids.get(piece)
      if (word === undefined) continue
      if (covered === printed.length) hits.push({ word, quality: QUALITY.joined })
      else if (covered >= printed.length * PIECES_MIN_SHARE) hits.push({ word, quality: QUALITY.within })
      else if (piece.length >= PIECE_ALONE_LENGTH) hits.push({ word, quality: QUALITY.inside })
    }
    return hits
  }

  /** A misread word that an ordinary one is run together with: 'quadrupeebier'. */
  #besideOrdinary(printed: string): WordHit[] {
    const hits: WordHit[] = []
    for (let cut = PIECE_MIN_LENGTH - 1; cut <= printed.length - PIECE_MIN_LENGTH + 1; cut++) {
      const [head, tail] = [printed.slice(0, cut), printed.slice(cut)]
      const rest = this.isOrdinary(tail) ? head : this.isOrdinary(head) ? tail : ''
      if (rest.length > SHORT_LENGTH) hits.push(...this.#lookalikes(rest))
    }
    return hits.map(({ word, quality }) => ({ word, quality: quality * QUALITY.within }))
  }

  /** The way to lay words over the text that leaves the fewest letters over, by dynamic programming from the left. */
  #bestPieces(printed: string): string[] {
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
    if (text.length >= PIECE_MIN_LENGTH) return this.#ids.has(text) || this.isOrdinary(text)
    return atBorder && (text.length === 3 ? this.#ids.has(text) || this.isOrdinary(text) : this.isOrdinary(text))
  }

  /** Words whose head or tail is all that can be seen. */
  #cut(printed: string): WordHit[] {
    if (printed.length < CUT_MIN_LENGTH) return []
    const longest = printed.length / CUT_MIN_SHARE
    const hits: WordHit[] = []
    const look = (ids: readonly number[] | undefined, fits: (word: string) => boolean) => {
      for (const id of ids ?? []) {
        const word = this.wordAt(id)
        if (word.length <= longest && word.length > printed.length && fits(word))
          hits.push({ word: id, quality: (QUALITY.cut * printed.length) / word.length })
      }
    }
    look(this.#heads.get(printed.slice(0, CUT_MIN_LENGTH)), (word) => word.startsWith(printed))
    look(this.#tails.get(printed.slice(-CUT_MIN_LENGTH)), (word) => word.endsWith(printed))
    return hits
  }
}

function best(found: ReadonlyMap<number, number>): number {
  return Math.max(0, ...found.values())
}

function keep(found: Map<number, number>, word: number, quality: number): void {
  if (quality > (found.get(word) ?? 0)) found.set(word, quality)
}

function push<K>(map: Map<K, number[]>, key: K, id: number): void {
  const held = map.get(key)
  if (held) held.push(id)
  else map.set(key, [id])
}

/** Hashes of the skeleton and, if it is long enough for a slip, of it with each letter left out. */
function nearKeys(skeleton: string): Set<number> {
  const keys = new Set([hashWithout(skeleton, -1)])
  if (skeleton.length >= SLIP_MIN_LENGTH)
    for (let left = 0; left < skeleton.length; left++) keys.add(hashWithout(skeleton, left))
  return keys
}

function hashWithout(text: string, left: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    if (index !== left) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

function thirdsOf(length: number): [part: number, start: number, end: number][] {
  const first = Math.floor(length / 3)
  const second = Math.floor((length * 2) / 3)
  return [
    [0, 0, first],
    [1, first, second],
    [2, second, length],
  ]
}

function thirdKey(length: number, part: number, text: string): string {
  return `${length}|${part}|${text}`
}
