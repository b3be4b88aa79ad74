/**
 * The breweries that a label may name: known ones that the catalogue finds, and those printed next to a word for brewing. Which
 * of them it is, if any, `unlisted-model.ts` decides.
 */
import type { Catalogue, Ranking } from '#catalogue'
import { overlapX, overlapY, type PlacedLine } from '../lines/layout.ts'
import { namingLines } from './known-brewery.ts'
import {
  breweryOnLine,
  CUT_TRADE_WORD,
  GAP_MAX,
  hasBrewingWord,
  restoredTradeWord,
  TRADE_WORD,
} from './printed-brewery.ts'

/** A brewery that a label may name. */
export interface BreweryCandidate {
  name: string
  /** The lines that name it. */
  lines: readonly PlacedLine[]
  features: BreweryFeatures
}

/** Evidence for a brewery. Flags and shares are 0-1. */
export interface BreweryFeatures {
  /** Flag: known to the catalogue. */
  known: number
  /** Share of the letters of its lines, common words apart, that are its name. */
  covered: number
  /** Probability that the beer is one of its beers, listed or not. */
  probability: number
  /** Flag: printed with a word for brewing. */
  trade: number
  /** 1 minus the OCR confidence. */
  doubt: number
}

/** Lines of one phrase overlap by more than this share of the smaller one. */
const ABOVE_OVERLAP_MIN = 0.4
const BESIDE_OVERLAP_MIN = 0.5

const ABBEY = /(?<!\p{L})(?:abbey|abbaye|abdij|abtei|abbazia|kloster)(?!\p{L})/iu

export function breweryCandidates(
  catalogue: Catalogue,
  lines: readonly PlacedLine[],
  { candidates, rivals: { anotherEdition } }: Ranking,
): BreweryCandidate[] {
  const tallest = Math.max(0, ...lines.map(({ height }) => height))
  const nearTrade = (of: readonly PlacedLine[]) =>
    Number(
      lines.some((line) => hasBrewingWord(line.line.text) && of.some((one) => one === line || isNextTo(one, line))),
    )
  const known = catalogue
    .breweriesIn(
      lines.map(({ line, height }) => ({ text: line.text, confidence: line.confidence, prominence: height / tallest })),
    )
    .slice(0, 5)
    .flatMap((hit) => {
      const { name, breweryId } = hit
      const { lines: of, covered } = namingLines(catalogue, hit, lines)
      if (of.length === 0) return []
      const ofBrewery = candidates.filter(({ beerId }) => catalogue.beer(beerId)?.breweryId === breweryId)
      const edition = anotherEdition && anotherEdition.breweryId === breweryId ? anotherEdition.probability : 0
      return [
        {
          name,
          lines: of,
          features: {
            known: 1,
            covered,
            probability: breweryId === null ? 0 : ofBrewery.reduce((sum, one) => sum + one.probability, edition),
            trade: nearTrade(of),
            doubt: doubtOf(of),
          },
        },
      ]
    })
  const isName = (text: string) =>
    text.split(/[^\p{L}\p{N}']+/u).some((word) => /\p{L}{3}/u.test(word) && !catalogue.isCommonWord(word))
  const printed = lines
    .flatMap((line) => brandsAt(line, lines, isName))
    .map(({ name, of }) => ({
      name,
      lines: of,
      features: {
        known: 0,
        covered: 0,
        probability: 0,
        trade: 1,
        doubt: doubtOf(of),
      },
    }))
  return [...known, ...printed]
}

/** The names that a word for brewing on a line makes those of a brewery. */
function brandsAt(line: PlacedLine, lines: readonly PlacedLine[], isName: (text: string) => boolean) {
  const { text } = line.line
  const found = (TRADE_WORD.exec(text) ?? ABBEY.exec(text) ?? CUT_TRADE_WORD.exec(text))?.[0]
  if (found === undefined) return []
  const word = TRADE_WORD.exec(found)?.[0] ?? (ABBEY.test(found) ? found : restoredTradeWord(found))
  const brewery = breweryOnLine(text, isName, found, word)
  if (brewery === 'other') return []
  if (brewery !== 'unnamed') return [{ name: brewery.name, of: [line] }]
  const above = lines
    .filter(
      (other) => other !== line && isNextTo(other, line) && isName(other.line.text) && !hasBrewingWord(other.line.text),
    )
    .map((other) => ({ name: `${other.line.text} ${word}`.trim(), of: [other, line] }))
  return above
}

/** True if a is above b or beside it, close enough to be of one phrase. */
function isNextTo(a: PlacedLine, b: PlacedLine): boolean {
  const isAbove =
    a.y < b.y && overlapX(a, b) > ABOVE_OVERLAP_MIN && b.top - a.bottom <= GAP_MAX * Math.max(a.height, b.height)
  const isBeside = overlapY(a, b) > BESIDE_OVERLAP_MIN && b.left - a.right <= GAP_MAX * a.height && a.x < b.x
  return isAbove || isBeside
}

function doubtOf(lines: readonly PlacedLine[]): number {
  return 1 - Math.max(...lines.map(({ line }) => line.confidence))
}
