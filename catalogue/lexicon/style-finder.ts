/**
 * Finds the style that a text names. The style name or alias with the most matched letters wins; consecutive words count more
 * than scattered ones.
 */
import type { StyleHit } from '../catalogue.ts'
import { foldText } from '../text/normalise.ts'
import { WORDS } from '../words/word-lists.ts'
import type { StyleRow } from './lexicon.ts'

interface Alias {
  style: StyleOfFinder
  words: readonly string[]
  letters: number
}

interface PrintedWord {
  folded: string
  start: number
  end: number
}

type StyleOfFinder = Pick<StyleRow, 'name' | 'family' | 'abv'>

const WORD = /(?<!\p{N})\p{N}+[.,]\p{N}+|[\p{L}\p{N}\p{M}]+/gu
/** Factor for an alias whose words are not consecutive. */
const SCATTERED = 0.75
/** Minimum length of an alias that is also searched in text without its spaces. Shorter ones occur inside other words. */
const RUN_TOGETHER_MIN_LETTERS = 7

/** Percent by volume beyond the usual strength of a style from which a single word for it means something else: 'Single'. */
const FAR_ABV = 1
/** The words of each phrase. */
const NO_STYLES = WORDS.noStyles.map((phrase) => printedWords(phrase).map(({ folded }) => folded))

/** Finds the style that a text names, by its name or an alias, also where words run together or are not consecutive. */
export class StyleFinder {
  readonly #byFirstWord = new Map<string, Alias[]>()
  readonly #byAnyWord = new Map<string, Alias[]>()
  readonly #long: (Alias & { joined: string })[] = []

  constructor(styles: readonly (StyleOfFinder & Pick<StyleRow, 'aliases'>)[]) {
    for (const style of styles)
      for (const spelling of [style.name, ...style.aliases]) {
        const words = printedWords(spelling).map(({ folded }) => folded)
        const first = words[0]
        if (first === undefined) continue
        const joined = words.join('')
        const alias = { style, words, letters: joined.length }
        addAlias(this.#byFirstWord, first, alias)
        if (words.length > 1) for (const word of words) addAlias(this.#byAnyWord, word, alias)
        if (joined.length >= RUN_TOGETHER_MIN_LETTERS) this.#long.push({ ...alias, joined })
      }
  }

  /** Returns the best style and the matched part of the text; undefined when the text names none. `abv`: the printed one. */
  find(text: string, abv: number | null = null): StyleHit | undefined {
    const printed = withoutNoStyles(printedWords(text))
    const firstIndex = new Map<string, number>()
    for (const [index, { folded }] of printed.entries()) if (!firstIndex.has(folded)) firstIndex.set(folded, index)
    let best: StyleHit | undefined
    let highest = 0
    const offer = (alias: Alias, share: number, from: number, to: number) => {
      if (alias.letters * share <= highest || isContradicted(alias, share, abv)) return
      highest = alias.letters * share
      best = hitOf(alias, text.slice(from, to))
    }
    for (const [index, word] of printed.entries()) {
      for (const alias of this.#byFirstWord.get(word.folded) ?? []) {
        const last = printed[index + alias.words.length - 1]
        if (last && alias.words.every((part, offset) => printed[index + offset]?.folded === part))
          offer(alias, 1, word.start, last.end)
      }
      // A word that was printed before would only give the same hits again.
      if (firstIndex.get(word.folded) !== index) continue
      for (const alias of this.#byAnyWord.get(word.folded) ?? []) {
        const positions = alias.words.map((part) => firstIndex.get(part) ?? -1)
        if (positions.includes(-1)) continue
        const [from, to] = [printed[Math.min(...positions)], printed[Math.max(...positions)]]
        if (from && to) offer(alias, SCATTERED, from.start, to.end)
      }
    }
    return best ?? this.#findRunTogether(printed, text)
  }

  /** Searches text whose spaces were lost, for aliases that start where a word does: 'indiapale ale', but no 'Altbier' in 'Maltbier'. */
  #findRunTogether(printed: readonly PrintedWord[], text: string): StyleHit | undefined {
    let joined = ''
    const words = printed.map(({ folded, start, end }) => {
      const from = joined.length
      joined += folded
      return { from, to: joined.length, start, end }
    })
    let best: StyleHit | undefined
    let letters = 0
    for (const alias of this.#long) {
      if (alias.letters <= letters) continue
      const first = words.find(({ from }) => joined.startsWith(alias.joined, from))
      const last = first && words.find(({ to }) => to >= first.from + alias.letters)
      if (!first || !last) continue
      best = hitOf(alias, text.slice(first.start, last.end))
      letters = alias.letters
    }
    return best
  }
}

function hitOf({ style: { name, family } }: Alias, text: string): StyleHit {
  return { style: name, family, text }
}

/** True beside a strength that the style does not have, for a single word other than its name and for scattered words. */
function isContradicted({ words, style: { name, abv: usual } }: Alias, share: number, abv: number | null): boolean {
  if (abv === null || !usual) return false
  const [low, high] = usual
  if (share < 1) return abv < low || abv > high
  return words.length === 1 && words[0] !== foldText(name) && (abv < low - FAR_ABV || abv > high + FAR_ABV)
}

/** In phrases such as 'single hop' the first word names no style. */
function withoutNoStyles(printed: readonly PrintedWord[]): PrintedWord[] {
  return printed.filter(
    (_, index) => !NO_STYLES.some((words) => words.every((word, offset) => printed[index + offset]?.folded === word)),
  )
}

function printedWords(text: string): PrintedWord[] {
  return [...text.matchAll(WORD)].map((match) => ({
    folded: foldText(match[0]).replace(',', '.'),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

function addAlias(map: Map<string, Alias[]>, word: string, alias: Alias): void {
  const aliases = map.get(word)
  if (aliases) aliases.push(alias)
  else map.set(word, [alias])
}
