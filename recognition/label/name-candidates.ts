/**
 * The phrases of a label: lines, and neighbouring lines of about one height together. One of them is the beer's name; which one, a
 * conditional logit over their features says (`unlisted-weights.json`, fitted by `bench/fit/fit-unlisted.ts`).
 */
import { type Catalogue, foldText, lettersOf } from '#catalogue'
import { overlapX, overlapY, type PlacedLine } from '../lines/layout.ts'
import { distinctiveWords } from './distinctive-words.ts'
import { namesKindOfBeer } from './drinks.ts'
import { isUnpronounceable } from './legible-text.ts'
import { hasBrewingWord } from './printed-brewery.ts'
import { withoutSmallPrint } from './small-print.ts'

/** Lines less confident than this are no text. */
const LEGIBLE_MIN = 0.7
/** Minimum ratio of the heights of two lines of one phrase. */
const SIMILAR_HEIGHT_MIN = 0.4
/** Maximum gap between two lines of a phrase, in heights of the taller one. */
const GAP_MAX = 1.2
const OVERLAP_MIN = 0.4
/** Lines of one row: minimum overlap of their heights, and maximum of their widths. */
const ROW = { heightMin: 0.6, widthMax: 0.2 }
/** 'DDH' in 'DDH Moorhen'. */
const ABBREVIATION = /^\p{Lu}{3}$/u

/** One line, or up to three neighbours in reading order. */
interface Phrase {
  text: string
  lines: readonly PlacedLine[]
}

/** Evidence for and against a phrase as the beer's name. Shares and flags are 0-1. */
export interface NameFeatures {
  /** Flag: the name is only a style, as 'Tripel' next to a brewery. All other features are then 0, except height and doubt. */
  styleOnly: number
  /** ln of the height relative to the tallest line. */
  height: number
  /** 1 minus the OCR confidence of the least confident line. */
  doubt: number
  /** Lines beyond the first. */
  moreLines: number
  /** 1 minus the ratio of the lowest and the tallest line. */
  uneven: number
  /** Words common on labels, styles apart. */
  common: number
  /** Flag: a word that names a style. */
  style: number
  /** Share of letters that name the brewery. */
  brewery: number
  /** Share of characters that are digits. */
  digits: number
  /** Distinctive words above two. */
  long: number
  /** Letters below five. */
  short: number
}

export function legibleLines(lines: readonly PlacedLine[]): PlacedLine[] {
  return lines.filter(({ line }) => line.confidence >= LEGIBLE_MIN && /\p{L}{2}/u.test(line.text))
}

/** `lines` in reading order. */
function phrasesOf(lines: readonly PlacedLine[]): Phrase[] {
  const single = lines.map((line) => ({ text: line.line.text.trim(), lines: [line] }))
  const longer = (shorter: readonly Phrase[]) =>
    shorter.flatMap((phrase) => {
      const last = phrase.lines.at(-1)
      return lines.flatMap((next) =>
        last && !phrase.lines.includes(next) && areNeighbours(last, next) ? [withNext(phrase, next)] : [],
      )
    })
  const pairs = longer(single)
  return [...single, ...pairs, ...longer(pairs)]
}

function withNext({ text, lines }: Phrase, next: PlacedLine): Phrase {
  return { text: `${text} ${next.line.text.trim()}`, lines: [...lines, next] }
}

/** True if b follows a: below it, or to its right on one row. */
function areNeighbours(a: PlacedLine, b: PlacedLine): boolean {
  if (a === b) return false
  const [tall, low] = [Math.max(a.height, b.height), Math.min(a.height, b.height)]
  if (low < SIMILAR_HEIGHT_MIN * tall) return false
  const isBelow =
    b.y > a.y && overlapX(a, b) >= OVERLAP_MIN && overlapY(a, b) < OVERLAP_MIN && b.top - a.bottom < GAP_MAX * tall
  const isBeside =
    b.x > a.x && overlapY(a, b) >= ROW.heightMin && overlapX(a, b) < ROW.widthMax && b.left - a.right < GAP_MAX * tall
  return isBelow || isBeside
}

/** Minimum OCR confidence of a line that names a beer: an unlisted name cannot be checked against the catalogue. */
const NAME_READ_MIN = 0.8
/** A style this high, compared with the name, is part of it. */
const STYLE_HEIGHT_MIN = 0.2
const heightOf = ({ height }: PlacedLine) => height

export interface NamedBrewery {
  name: string
  lines: readonly PlacedLine[]
}

export interface NameCandidate {
  text: string
  lines: readonly PlacedLine[]
  features: NameFeatures
}

/** The phrases that may be the beer's name, and the style. */
export function nameCandidates(
  catalogue: Catalogue,
  read: readonly PlacedLine[],
  brewery: NamedBrewery | undefined,
): NameCandidate[] {
  const lines = withoutSmallPrint(read)
  const tallest = Math.max(...lines.map(({ height }) => height))
  const isStyle = (word: string) => namesKindOfBeer(word) || catalogue.styleIn(word) !== undefined
  const phrases = phrasesOf(lines).flatMap((phrase) => {
    const features = featuresOf(catalogue, phrase, tallest, brewery, isStyle)
    return features && features.brewery < 1 ? [{ ...phrase, features }] : []
  })
  const style = styleCandidate(catalogue, lines, tallest)
  if (!style) return phrases
  if (brewery) return [...phrases, style]
  // Without a brewery a style alone says little, and a brand needs its style: 'Kwispel Tripel'.
  const isProminent = (phrase: Phrase) =>
    Math.max(...style.lines.map(heightOf)) >= STYLE_HEIGHT_MIN * Math.max(...phrase.lines.map(heightOf))
  const named = phrases.map((phrase) =>
    phrase.features.style === 0 && isProminent(phrase) ? { ...phrase, text: `${phrase.text} ${style.text}` } : phrase,
  )
  return named.length > 0 ? named : [style]
}

function styleCandidate(
  catalogue: Catalogue,
  lines: readonly PlacedLine[],
  tallest: number,
): NameCandidate | undefined {
  const whole = catalogue.styleIn(lines.map(({ line }) => line.text).join('\n'))
  if (!whole) return undefined
  const words = new Set(foldText(whole.text).split(/[^\p{L}\p{N}]+/u))
  const of = lines.filter(({ line }) =>
    foldText(line.text)
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => words.has(word)),
  )
  if (of.length === 0) return undefined
  return {
    text: whole.text.replaceAll('\n', ' '),
    lines: of,
    features: {
      ...NO_FEATURES,
      styleOnly: 1,
      height: Math.min(0, Math.log(Math.max(...of.map(heightOf)) / tallest)),
      doubt: 1 - Math.max(...of.map(({ line }) => line.confidence)),
    },
  }
}

const NO_FEATURES: NameFeatures = {
  styleOnly: 0,
  height: 0,
  doubt: 0,
  moreLines: 0,
  uneven: 0,
  common: 0,
  style: 0,
  brewery: 0,
  digits: 0,
  long: 0,
  short: 0,
}

/** Undefined for a phrase that was read badly, without a distinctive word, or with a word for brewing. */
function featuresOf(
  catalogue: Catalogue,
  phrase: Phrase,
  tallest: number,
  brewery: NamedBrewery | undefined,
  isStyle: (word: string) => boolean,
): NameFeatures | undefined {
  if (hasBrewingWord(phrase.text) || phrase.lines.some(({ line }) => line.confidence < NAME_READ_MIN)) return undefined
  const heights = phrase.lines.map(({ height }) => height)
  const words = phrase.text.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== '')
  const distinctive = distinctiveWords(catalogue, phrase.text).filter((word) => !isStyle(word))
  if (!distinctive.some((word) => /\p{L}{4}/u.test(word))) return undefined
  if (distinctive.some((word) => isUnpronounceable(word) && !ABBREVIATION.test(word))) return undefined
  const letters = lettersOf(phrase.text)
  const ofBrewery = brewery
    ? Math.max(
        breweryShare(distinctive, brewery.name),
        phrase.lines.every((line) => brewery.lines.includes(line)) ? 1 : 0,
      )
    : 0
  const styles = words.filter(isStyle)
  return {
    styleOnly: 0,
    height: Math.min(0, Math.log(Math.min(...heights) / tallest)),
    doubt: 1 - Math.min(...phrase.lines.map(({ line }) => line.confidence)),
    moreLines: phrase.lines.length - 1,
    uneven: 1 - Math.min(...heights) / Math.max(...heights),
    common: words.filter((word) => !isStyle(word) && catalogue.isCommonWord(word)).length,
    style: Number(styles.length > 0),
    brewery: ofBrewery,
    digits: (letters.match(/\d/gu)?.length ?? 0) / Math.max(1, letters.length),
    long: Math.max(0, distinctive.length - 2),
    short: Math.max(0, 5 - lettersOf(distinctive.join('')).length),
  }
}

function breweryShare(words: readonly string[], brewery: string): number {
  const own = foldText(brewery).split(/[^\p{L}\p{N}]+/u)
  const joined = lettersOf(brewery)
  const of = words.filter(
    (word) => own.includes(foldText(word)) || (word.length >= 4 && joined.includes(lettersOf(word))),
  )
  return of.join('').length / Math.max(1, words.join('').length)
}
