/** The style that a text names: the most letters of a style's name or alias win, words in a row before scattered ones. */
import type { StyleHit } from './catalogue.ts'
import { foldText } from './fold-text.ts'
import type { StyleRow } from './lexicon.ts'

interface Alias {
  style: string
  words: readonly string[]
  letters: number
}

interface PrintedWord {
  folded: string
  start: number
  end: number
}

const WORD = /\p{N}+[.,]\p{N}+|[\p{L}\p{N}\p{M}]+/gu
/** Words of an alias that stand apart count less than words in a row. */
const SCATTERED = 0.75
/** An alias this long is also found inside a word that lost its spaces. */
const INSIDE_MIN_LETTERS = 7

export class StyleFinder {
  readonly #byFirstWord = new Map<string, Alias[]>()
  readonly #byAnyWord = new Map<string, Alias[]>()
  readonly #long: (Alias & { joined: string })[] = []

  constructor(styles: readonly StyleRow[]) {
    for (const { name, aliases } of styles)
      for (const spelling of [name, ...aliases]) {
        const words = printedWords(spelling).map(({ folded }) => folded)
        const first = words[0]
        if (first === undefined) continue
        const joined = words.join('')
        const alias = { style: name, words, letters: joined.length }
        enter(this.#byFirstWord, first, alias)
        if (words.length > 1) for (const word of words) enter(this.#byAnyWord, word, alias)
        if (joined.length >= INSIDE_MIN_LETTERS) this.#long.push({ ...alias, joined })
      }
  }

  find(text: string): StyleHit | undefined {
    const printed = printedWords(text)
    let best: StyleHit | undefined
    let most = 0
    const offer = (alias: Alias, share: number, from: number, to: number) => {
      if (alias.letters * share <= most) return
      most = alias.letters * share
      best = { style: alias.style, text: text.slice(from, to) }
    }
    for (const [index, word] of printed.entries()) {
      for (const alias of this.#byFirstWord.get(word.folded) ?? []) {
        const last = printed[index + alias.words.length - 1]
        if (last && alias.words.every((part, offset) => printed[index + offset]?.folded === part))
          offer(alias, 1, word.start, last.end)
      }
      for (const alias of this.#byAnyWord.get(word.folded) ?? []) {
        const places = alias.words.map((part) => printed.findIndex(({ folded }) => folded === part))
        if (places.includes(-1)) continue
        const [from, to] = [printed[Math.min(...places)], printed[Math.max(...places)]]
        if (from && to) offer(alias, SCATTERED, from.start, to.end)
      }
    }
    return best ?? this.#inside(printed, text)
  }

  /** For text that lost its spaces: 'indiapale ale'. */
  #inside(printed: readonly PrintedWord[], text: string): StyleHit | undefined {
    const joined = printed.map(({ folded }) => folded).join('')
    if (joined.length < INSIDE_MIN_LETTERS) return undefined
    let best: Alias | undefined
    for (const alias of this.#long)
      if (alias.letters > (best?.letters ?? 0) && joined.includes(alias.joined)) best = alias
    return best && { style: best.style, text: text.trim() }
  }
}

function printedWords(text: string): PrintedWord[] {
  return [...text.matchAll(WORD)].map((match) => ({
    folded: foldText(match[0]).replace(',', '.'),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

function enter(map: Map<string, Alias[]>, word: string, alias: Alias): void {
  const held = map.get(word)
  if (held) held.push(alias)
  else map.set(word, [alias])
}
