/**
 * Uses the product barcodes (EAN, UPC) on a photo of one beer. A known barcode decides if the label agrees with it or is
 * unclear. If the label contradicts it, the label wins and the barcode's beer becomes a candidate. An unknown barcode is
 * recorded as evidence and names no beer.
 */
import { type BeerRow, type Catalogue, foldText } from '#catalogue'
import { sameAbv } from '#catalogue/identity'
import { CONFIDENCE_YELLOW_PERCENT } from '#contracts'
import type { Outcome, Sighting } from './outcome.ts'
import { NOTHING_PRINTED } from './sighting.ts'

/** 0-1. Check digits prevent most misreadings; what remains are barcodes assigned to the wrong beer. */
const BARCODE_CONFIDENCE = 0.95
/** 0-1. A label that names a beer with at least this confidence overrules the barcode. */
const LABEL_CONFIDENCE_MIN = CONFIDENCE_YELLOW_PERCENT / 100
const CANDIDATES_MAX = 5
/** Shorter words are too common to identify a beer. */
const WORD_LENGTH_MIN = 4

/** Returns the outcome with the beer of its barcodes, if the catalogue has one, and with the barcodes as evidence. */
export function decideByBarcode(catalogue: Catalogue, outcome: Outcome, barcodes: readonly string[]): Outcome {
  if (barcodes.length === 0 || outcome.shape !== 'single') return outcome
  const [label] = outcome.sightings
  const beer = beerWithBarcode(catalogue, barcodes)
  const decided = beer ? decide(catalogue, label, beer) : label
  const evidence = barcodes.map((barcode) => `barcode ${barcode}`)
  return { ...outcome, sightings: decided ? [{ ...decided, evidence: [...decided.evidence, ...evidence] }] : [] }
}

/** Returns undefined if the barcodes are unknown or belong to different beers. */
function beerWithBarcode(catalogue: Catalogue, barcodes: readonly string[]): BeerRow | undefined {
  const beers = new Set(barcodes.flatMap((barcode) => catalogue.beerWithBarcode(barcode) ?? []))
  const [beer] = beers
  return beers.size === 1 ? beer : undefined
}

function decide(catalogue: Catalogue, label: Sighting | undefined, beer: BeerRow): Sighting {
  if (!label) return byBarcodeAlone(beer)
  if (contradicts(catalogue, label, beer)) return { ...label, candidates: withCandidate(label, beer) }
  const others = label.candidates.filter(({ beerId }) => beerId !== beer.id)
  const confidence = Math.max(BARCODE_CONFIDENCE, label.confidence)
  return {
    ...label,
    verdict: 'listed',
    candidates: [{ beerId: beer.id, confidence }, ...others].slice(0, CANDIDATES_MAX),
    confidence,
    fieldConfidence: { name: confidence, brewery: confidence, style: confidence, abv: confidence },
    estimates: null,
  }
}

/** True if the label names another beer: by its ABV, with high confidence, or without a distinctive word in common. */
function contradicts(
  catalogue: Catalogue,
  { verdict, candidates, confidence, printed }: Sighting,
  beer: BeerRow,
): boolean {
  const [best] = candidates
  if (verdict === 'listed' && best?.beerId === beer.id) return false
  if (!sameAbv(printed.abv, beer.abv)) return true
  if (verdict === 'listed' && confidence >= LABEL_CONFIDENCE_MIN) return true
  if (candidates.some(({ beerId }) => beerId === beer.id)) return false
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

function withCandidate({ verdict, candidates, confidence }: Sighting, beer: BeerRow): Sighting['candidates'] {
  if (candidates.some(({ beerId }) => beerId === beer.id)) return candidates
  const second = { beerId: beer.id, confidence: Math.min(confidence, 1 - confidence) }
  const answer = verdict === 'listed' ? candidates.slice(0, 1) : []
  return [...answer, second, ...candidates.slice(answer.length)].slice(0, CANDIDATES_MAX)
}

/** The sighting of a back label or an unreadable one. */
function byBarcodeAlone({ id }: BeerRow): Sighting {
  const confidence = BARCODE_CONFIDENCE
  return {
    verdict: 'listed',
    candidates: [{ beerId: id, confidence }],
    printed: NOTHING_PRINTED,
    evidence: [],
    position: null,
    count: 1,
    confidence,
    fieldConfidence: { name: confidence, brewery: confidence, style: confidence, abv: confidence },
  }
}
