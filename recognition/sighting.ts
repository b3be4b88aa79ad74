/** From matched or unmatched lines to one sighting: what is said of a beer, and how sure each part of it is. */
import type { Candidate, Catalogue, Words } from '#catalogue'
import type { TextLine } from '#vision'
import { confidences, type Setting } from './confidence.ts'
import type { Printed, Sighting } from './outcome.ts'
import { printedFacts } from './printed-facts.ts'

const CANDIDATES_MAX = 5

export const NOTHING_PRINTED: Printed = {
  name: null,
  brewery: null,
  style: null,
  abv: null,
  ibu: null,
  price: null,
  size: null,
  section: null,
}

/** Lines with the height of their text, in any unit: the tallest is the most prominent. */
export interface TallLine {
  line: Pick<TextLine, 'text' | 'confidence'>
  height: number
}

/** A single sign as tall as the label is rarely a letter. */
const WORD = /[\p{L}\p{N}]{2}/u

export function wordsOf(lines: readonly TallLine[]): Words[] {
  const legible = lines.filter(({ line }) => WORD.test(line.text))
  const tallest = Math.max(0, ...(legible.length > 0 ? legible : lines).map(({ height }) => height))
  return lines.map(({ line, height }) => ({
    text: line.text,
    confidence: line.confidence,
    prominence: tallest > 0 ? Math.min(1, height / tallest) : 1,
  }))
}

/** The catalogue's answer to some lines: its candidates with a confidence each, best first. */
export interface Match {
  candidates: Candidate[]
  confidences: number[]
  /** Confidence of the best; 0 when there is none. */
  confidence: number
  printed: Printed
}

/** `abv`: the strength that stands beside the lines, where it was taken out of them. */
export function matchLines(
  catalogue: Catalogue,
  lines: readonly TallLine[],
  setting: Setting,
  abv: number | null = null,
): Match {
  const read = printedOn(catalogue, lines)
  const printed = { ...read, abv: abv ?? read.abv }
  const words = wordsOf(lines)
  const candidates = catalogue.match(words, CANDIDATES_MAX, { abv: printed.abv })
  const sure = confidences(candidates, words, setting)
  return { candidates, confidences: sure, confidence: sure[0] ?? 0, printed }
}

/** What stands on the lines beside the name: strength, bitterness, style. */
export function printedOn(catalogue: Catalogue, lines: readonly TallLine[]): Printed {
  const facts = lines.map(({ line }) => printedFacts(line.text))
  const first = <K extends 'abv' | 'ibu' | 'price' | 'size'>(key: K) =>
    facts.find((fact) => fact[key] !== null)?.[key] ?? null
  const style = catalogue.styleIn(lines.map(({ line }) => line.text).join(' '))
  return { ...NOTHING_PRINTED, abv: first('abv'), ibu: first('ibu'), style: style?.style ?? null }
}

export interface Place {
  where: { x: number; y: number } | null
  count?: number
}

/** A sighting of the best candidate. The match must have one. */
export function listedSighting(
  catalogue: Catalogue,
  match: Match,
  lines: readonly TallLine[],
  { where, count = 1 }: Place,
): Sighting {
  const [best] = match.candidates
  if (!best) throw new Error('A listed sighting needs a candidate')
  const beer = catalogue.beer(best.beerId)
  const { confidence, printed } = match
  const agrees = (read: unknown, known: unknown) => (read === null || read !== known ? confidence : 1)
  return {
    verdict: 'listed',
    candidates: match.candidates
      .map(({ beerId }, index) => ({ beerId, confidence: match.confidences[index] ?? 0 }))
      .filter((candidate, index) => index === 0 || candidate.confidence > 0),
    printed,
    evidence: best.lines.flatMap((index) => lines[index]?.line.text ?? []),
    where,
    count,
    confidence,
    fieldConfidence: {
      name: confidence * (0.5 + 0.5 * best.coverage),
      brewery: best.breweryFound ? Math.max(confidence, 0.9) : confidence,
      style: agrees(printed.style, beer?.style ?? undefined),
      abv: agrees(printed.abv, beer?.abv ?? undefined),
    },
  }
}

/** A beer told by its print alone; fields that were not read have confidence 0. */
export function unlistedSighting(
  printed: Printed,
  evidence: readonly string[],
  confidence: number,
  { where, count = 1 }: Place,
  candidates: Sighting['candidates'] = [],
): Sighting {
  const read = (value: unknown) => (value === null ? 0 : confidence)
  return {
    verdict: 'unlisted',
    candidates,
    printed,
    evidence: [...evidence],
    where,
    count,
    confidence,
    fieldConfidence: {
      name: read(printed.name),
      brewery: read(printed.brewery),
      style: read(printed.style),
      abv: read(printed.abv),
    },
  }
}
