/**
 * What the product codes of a photo say of its beer. A code that the catalogue knows decides where the label agrees or says
 * nothing against it; where the label contradicts, the label wins and the code's beer is a candidate. A code that nobody
 * knows is kept as evidence and names no beer.
 */
import { inArray } from 'drizzle-orm'
import { type Beer, CONFIDENCE_YELLOW_PERCENT } from '#contracts'
import { NOTHING_PRINTED, type Outcome, type Sighting } from '#recognition'
import { beerStore } from '../beers/beer-store.ts'
import { foldedWords } from '../beers/fold.ts'
import type { Tx } from '../db/database.ts'
import { beerBarcodes } from '../db/schema.ts'

/** 0-1. Check digits leave few misreadings; what is left is a table that names the wrong beer. */
const CODE_CONFIDENCE = 0.95
/** From here on the label names a beer that stands alone, and no code overrules it. 0-1. */
const LABEL_SURE = CONFIDENCE_YELLOW_PERCENT / 100
/** Labels round, and a beer differs a little from market to market. Percent by volume. */
const SAME_ABV = 0.3
const CANDIDATES_MAX = 5

/** The outcome as it is with its codes. */
export async function decideByBarcode(tx: Tx, userId: number, outcome: Outcome): Promise<Outcome> {
  const { codes = [], shape } = outcome
  if (codes.length === 0 || shape !== 'single') return outcome
  const beer = await beerOf(tx, userId, codes)
  const [label] = outcome.sightings
  const decided = beer ? await decide(tx, label, beer) : label
  const told = codes.map((code) => `barcode ${code}`)
  return { ...outcome, sightings: decided ? [{ ...decided, evidence: [...decided.evidence, ...told] }] : [] }
}

/** The one beer that the codes stand for; none when they are not known or disagree. */
async function beerOf(tx: Tx, userId: number, codes: readonly string[]): Promise<Beer | undefined> {
  const known = await tx
    .selectDistinct({ id: beerBarcodes.beerId })
    .from(beerBarcodes)
    .where(inArray(beerBarcodes.barcode, [...codes]))
  const [only, other] = known
  return only && !other ? await beerStore(tx).visibleTo(userId).byId(only.id) : undefined
}

async function decide(tx: Tx, label: Sighting | undefined, beer: Beer): Promise<Sighting> {
  if (!label) return byCodeAlone(beer)
  if (await contradicts(tx, label, beer)) return { ...label, candidates: withCandidate(label, beer) }
  const others = label.candidates.filter(({ beerId }) => beerId !== beer.id)
  const confidence = Math.max(CODE_CONFIDENCE, label.confidence)
  return {
    ...label,
    verdict: 'listed',
    candidates: [{ beerId: beer.id, confidence }, ...others].slice(0, CANDIDATES_MAX),
    confidence,
    fieldConfidence: { name: confidence, brewery: confidence, style: confidence, abv: confidence },
    estimates: null,
  }
}

async function contradicts(tx: Tx, { verdict, candidates, confidence, printed }: Sighting, beer: Beer) {
  const [best] = candidates
  if (verdict === 'listed' && best?.beerId === beer.id) return false
  if (printed.abv !== null && beer.abv !== null && Math.abs(printed.abv - beer.abv) > SAME_ABV) return true
  if (verdict === 'listed' && confidence >= LABEL_SURE) return true
  if (candidates.some(({ beerId }) => beerId === beer.id)) return false
  const read = verdict === 'listed' && best ? await namedBy(tx, best.beerId) : [printed.brewery, printed.name]
  return !shareWord(read, [beer.brewery, beer.name])
}

/** What a label that was read as this beer says. */
async function namedBy(tx: Tx, beerId: number): Promise<(string | null)[]> {
  const beer = (await beerStore(tx).byIds([beerId])).get(beerId)
  return [beer?.brewery ?? null, beer?.name ?? null]
}

/** A word that names, not one that says what kind of house or drink it is. */
function shareWord(some: readonly (string | null)[], others: readonly (string | null)[]): boolean {
  const words = new Set(foldedWords(...others).filter(tells))
  return foldedWords(...some).some((word) => tells(word) && words.has(word))
}

const TELLING_LENGTH = 4
const EVERYWHERE = new Set(
  'beer bier biere birra cerveza brewery brewing company brauerei brouwerij brasserie browar pivovar lager pale blonde stout porter pils pilsner helles weissbier original premium'.split(
    ' ',
  ),
)
const tells = (word: string) => word.length >= TELLING_LENGTH && !EVERYWHERE.has(word)

function withCandidate({ verdict, candidates, confidence }: Sighting, beer: Beer): Sighting['candidates'] {
  if (candidates.some(({ beerId }) => beerId === beer.id)) return candidates
  const second = { beerId: beer.id, confidence: Math.min(confidence, 1 - confidence) }
  const answer = verdict === 'listed' ? candidates.slice(0, 1) : []
  return [...answer, second, ...candidates.slice(answer.length)].slice(0, CANDIDATES_MAX)
}

/** A back label, or one that cannot be read: the code is all there is. */
function byCodeAlone({ id }: Beer): Sighting {
  const sure = CODE_CONFIDENCE
  return {
    verdict: 'listed',
    candidates: [{ beerId: id, confidence: sure }],
    printed: NOTHING_PRINTED,
    evidence: [],
    where: null,
    count: 1,
    confidence: sure,
    fieldConfidence: { name: sure, brewery: sure, style: sure, abv: sure },
  }
}
