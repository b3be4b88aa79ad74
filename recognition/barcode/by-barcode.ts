/**
 * Uses the product barcodes (EAN, UPC) on a photo of one beer. A known barcode decides if the label agrees with it or is
 * unclear. If the label contradicts it, the user is asked, with the barcode's beer among the candidates. An unknown barcode
 * names no beer; the outcome reports it, so that the user can.
 */
import { type Catalogue, foldText } from '#catalogue'
import { sameAbv } from '#catalogue/identity'
import { CONFIDENCE_YELLOW_PERCENT, DOUBTFUL_BELOW_PERCENT } from '#contracts'
import { CANDIDATES_MAX, NOTHING_PRINTED } from '../label/sighting.ts'
import type { Outcome, RecogniseAsk, Sighting } from '../outcome.ts'

/** 0-1. Check digits prevent most misreadings; what remains are barcodes assigned to the wrong beer. */
const BARCODE_CONFIDENCE = 0.95
/** 0-1. A label that names a beer with at least this confidence overrules the barcode. */
const LABEL_CONFIDENCE_MIN = CONFIDENCE_YELLOW_PERCENT / 100
/** 0-1. The user is asked below `DOUBTFUL_BELOW_PERCENT`. */
const CONTRADICTED_CONFIDENCE_MAX = (DOUBTFUL_BELOW_PERCENT - 1) / 100
/** Shorter words are too common to identify a beer. */
const WORD_LENGTH_MIN = 4

type OwnBarcodes = NonNullable<RecogniseAsk['ownBarcodes']>

/** Returns the outcome with the beer of its barcodes, if it is known, and with the barcode if there is only one. */
export function decideByBarcode(
  catalogue: Catalogue,
  outcome: Outcome,
  barcodes: readonly string[],
  own: OwnBarcodes = {},
): Outcome {
  const [barcode, ...others] = barcodes
  if (barcode === undefined || outcome.shape !== 'single') return outcome
  const [label] = outcome.sightings
  const beerId = beerWithBarcodes(catalogue, barcodes, own)
  const decided = beerId === undefined ? label : decide(catalogue, label, beerId)
  return { ...outcome, sightings: decided ? [decided] : [], ...(others.length === 0 && { barcode }) }
}

/** Returns undefined if the barcodes are unknown or belong to different beers. The user's own names overrule the catalogue. */
export function beerWithBarcodes(
  catalogue: Catalogue,
  barcodes: readonly string[],
  own: OwnBarcodes = {},
): number | undefined {
  const beers = new Set(barcodes.flatMap((barcode) => own[barcode] ?? catalogue.beerWithBarcode(barcode)?.id ?? []))
  const [beer] = beers
  return beers.size === 1 ? beer : undefined
}

function decide(catalogue: Catalogue, label: Sighting | undefined, beerId: number): Sighting {
  if (!label) return byBarcodeAlone(beerId)
  if (contradicts(catalogue, label, beerId)) return asked(label, beerId)
  const others = label.candidates.filter((candidate) => candidate.beerId !== beerId)
  const confidence = Math.max(BARCODE_CONFIDENCE, label.confidence)
  return {
    ...label,
    verdict: 'listed',
    origin: 'barcode',
    candidates: [{ beerId, confidence }, ...others].slice(0, CANDIDATES_MAX),
    confidence,
    fieldConfidence: { name: confidence, brewery: confidence, style: confidence, abv: confidence },
    estimates: null,
  }
}

/** True if the label names another beer: by its ABV, with high confidence, or without a distinctive word in common. */
function contradicts(
  catalogue: Catalogue,
  { verdict, candidates, confidence, printed }: Sighting,
  beerId: number,
): boolean {
  const [best] = candidates
  if (verdict === 'listed' && best?.beerId === beerId) return false
  if (verdict === 'listed' && confidence >= LABEL_CONFIDENCE_MIN) return true
  const beer = catalogue.beer(beerId)
  // The user's own unlisted beer: nothing else is known about it here.
  if (!beer) return false
  if (!sameAbv(printed.abv, beer.abv)) return true
  if (candidates.some((candidate) => candidate.beerId === beerId)) return false
  const named = verdict === 'listed' && best ? namesOf(catalogue, best.beerId) : [printed.brewery, printed.name]
  return !shareDistinctiveWord(catalogue, named, namesOf(catalogue, beer.id))
}

function namesOf(catalogue: Catalogue, beerId: number): (string | null)[] {
  const beer = catalogue.beer(beerId)
  const brewery = beer?.breweryId == null ? undefined : catalogue.brewery(beer.breweryId)
  return [brewery?.name ?? null, beer?.name ?? null]
}

function shareDistinctiveWord(
  catalogue: Catalogue,
  some: readonly (string | null)[],
  others: readonly (string | null)[],
): boolean {
  const wordsOf = (texts: readonly (string | null)[]) =>
    texts
      .flatMap((text) =>
        foldText(text ?? '')
          .replace(/['’‘`´]/gu, '')
          .split(/[^\p{L}\p{N}]+/u),
      )
      .filter((word) => word.length >= WORD_LENGTH_MIN && !catalogue.isCommonWord(word))
  const words = new Set(wordsOf(others))
  return wordsOf(some).some((word) => words.has(word))
}

/** The label's answer with the barcode's beer as its first rival. A beer that is new to the catalogue stays new. */
function asked(label: Sighting, beerId: number): Sighting {
  const { verdict, candidates } = label
  const isListed = verdict === 'listed'
  const confidence = isListed ? Math.min(label.confidence, CONTRADICTED_CONFIDENCE_MAX) : label.confidence
  const answer = isListed ? candidates.slice(0, 1).map((best) => ({ ...best, confidence })) : []
  const known = candidates.find((candidate) => candidate.beerId === beerId)
  const rival = known ?? { beerId, confidence: Math.min(confidence, 1 - confidence) }
  const others = candidates.slice(answer.length).filter((candidate) => candidate.beerId !== beerId)
  return { ...label, confidence, candidates: [...answer, rival, ...others].slice(0, CANDIDATES_MAX) }
}

/** The sighting of a back label or an unreadable one. */
function byBarcodeAlone(beerId: number): Sighting {
  const confidence = BARCODE_CONFIDENCE
  return {
    verdict: 'listed',
    origin: 'barcode',
    candidates: [{ beerId, confidence }],
    printed: NOTHING_PRINTED,
    evidence: [],
    position: null,
    count: 1,
    confidence,
    fieldConfidence: { name: confidence, brewery: confidence, style: confidence, abv: confidence },
  }
}
