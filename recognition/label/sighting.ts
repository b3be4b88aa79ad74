/** Builds a sighting from matched or unmatched lines: the beer, and a confidence for each of its fields. */
import type { Candidate, Catalogue, LabelShape, PrintedLine, Ranking } from '#catalogue'
import { sameAbv } from '#catalogue/identity'
import type { TextLine } from '#vision'
import type { Printed, Sighting } from '../outcome.ts'
import { type DrinkWords, offTopicWords } from './drinks.ts'
import { legibleText } from './legible-text.ts'
import { printedFacts } from './printed-facts.ts'
import { withoutSmallPrint } from './small-print.ts'

/** Candidates of a sighting, the best first. */
export const CANDIDATES_MAX = 5

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

/** A line and the height of its text, in any unit: the tallest line is the most prominent. */
export interface SizedLine {
  line: Pick<TextLine, 'text' | 'confidence' | 'lattice'>
  height: number
}

/** A single character as tall as the label is rarely a letter. */
const WORD = /[\p{L}\p{N}]{2}/u

export function toWords(lines: readonly SizedLine[]): PrintedLine[] {
  const legible = lines.filter(({ line }) => WORD.test(line.text))
  const tallest = Math.max(0, ...(legible.length > 0 ? legible : lines).map(({ height }) => height))
  return lines.map(({ line, height }) => ({
    text: line.text,
    confidence: line.confidence,
    prominence: tallest > 0 ? Math.min(1, height / tallest) : 1,
    lattice: line.lattice,
  }))
}

/** The catalogue's candidates for some lines, best first, and how likely it is none of them. */
export interface Match extends Ranking {
  /** Probability of the best candidate; 0 without candidates. */
  confidence: number
  printed: Printed
}

/** How the lines were read, and the drink words in all of the photo's text. */
export interface MatchContext {
  shape: LabelShape
  photoWords: DrinkWords
}

/** `abv`: the printed ABV, if it was removed from the lines. */
export function matchLines(
  catalogue: Catalogue,
  lines: readonly SizedLine[],
  { shape, photoWords }: MatchContext,
  abv: number | null = null,
): Match {
  const read = printedOn(catalogue, lines)
  const printed = { ...read, abv: abv ?? read.abv }
  const offTopic = offTopicWords(lines.map(({ line }) => line.text).join('\n'), photoWords)
  const ranking = catalogue.match(toWords(lines), CANDIDATES_MAX, { abv: printed.abv, shape, offTopic })
  return { ...ranking, confidence: ranking.candidates[0]?.probability ?? 0, printed }
}

/** The candidates for the user to choose from, as a sighting carries them. */
export function offered(candidates: readonly Candidate[], min = 0): Sighting['candidates'] {
  return candidates
    .filter(({ probability }) => probability >= min)
    .map(({ beerId, probability }) => ({ beerId, confidence: probability }))
}

/** Lines joined so are read as such: no number belongs to the words of the next line. */
const LINE_BREAK = ' ;; '

/** What the lines print about a beer other than its name: ABV, IBU, style. */
export function printedOn(catalogue: Catalogue, lines: readonly SizedLine[]): Printed {
  // Together, so that 'alc. 5% vol' counts more than '0% fat' on the line above it.
  const { abv, ibu } = printedFacts(lines.map(({ line }) => line.text).join(LINE_BREAK))
  const style = catalogue.styleIn(
    withoutSmallPrint(lines)
      .map(({ line }) => line.text)
      .join(' '),
    abv,
  )
  return { ...NOTHING_PRINTED, abv, ibu, style: style?.style ?? null }
}

export interface Placement {
  position: { x: number; y: number } | null
  box?: Sighting['box']
  count?: number
}

/** A sighting of the best candidate. Throws if the match has none. */
export function listedSighting(
  catalogue: Catalogue,
  match: Match,
  lines: readonly SizedLine[],
  { position, box = null, count = 1 }: Placement,
): Sighting {
  const [best] = match.candidates
  if (!best) throw new Error('A listed sighting needs a candidate')
  const beer = catalogue.beer(best.beerId)
  const { confidence, printed } = match
  // A field that was not read has confidence 0: the catalogue knows it, the photo does not show it.
  const agrees = (read: unknown, known: unknown) => (read === null ? 0 : read === known ? 1 : confidence)
  // The strength on the label and the catalogue's cannot both be that of this bottle.
  const isOtherStrength = !sameAbv(printed.abv, beer?.abv ?? null, 'lastDigit')
  return {
    verdict: 'listed',
    candidates: offered(match.candidates),
    printed,
    evidence: legibleText(best.lines.flatMap((index) => lines[index]?.line ?? [])),
    position,
    box,
    count,
    confidence,
    fieldConfidence: {
      name: confidence * (0.5 + 0.5 * best.coverage),
      brewery: best.features.breweryFound === 1 ? Math.max(confidence, 0.9) : confidence,
      style: agrees(printed.style, beer?.style ?? undefined),
      abv: isOtherStrength ? confidence / 2 : agrees(printed.abv, beer?.abv ?? undefined),
    },
  }
}

/** A beer that is not in the catalogue, as printed; fields that were not read have confidence 0. */
export function unlistedSighting(
  printed: Printed,
  evidence: readonly string[],
  confidence: number,
  { position, box = null, count = 1 }: Placement,
  candidates: Sighting['candidates'] = [],
): Sighting {
  const read = (value: unknown) => (value === null ? 0 : confidence)
  return {
    verdict: 'unlisted',
    candidates,
    printed,
    evidence: [...evidence],
    position,
    box,
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
