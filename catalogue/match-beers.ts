/**
 * Ranks beers by what the words say for and against them. A beer's score is the weight of the words of its name and
 * brewery that were found, more when the name is complete, less what is missing, less what contradicts it: a variant that
 * only one side carries, another strength. Candidates come from the posting lists of rare words and from the breweries
 * found, never from a walk over all beers.
 */
import type { Candidate, Facts } from './catalogue.ts'
import type { Evidence, WordEvidence } from './evidence.ts'
import { BRAND_MOST, type BreweryEvidence, OVERSHADOWED } from './find-breweries.ts'
import type { IndexedBeer, IndexedBrewery, NameForm, NameIndex } from './name-index.ts'
import { EXCLUSIVE, type OrdinaryWords, VARIANTS } from './ordinary-words.ts'
import { ALCOHOL_FREE, isNumber, readWords } from './read-words.ts'

/** Weights of the score. The first four are the measured formula; the rest settle what contradicts a name. */
const SCORE = {
  base: 0.35,
  coverage: 0.65,
  missing: 0.45,
  missingBrand: 0.15,
  /** What a brewery adds that is named beside a name which already has its brand. */
  breweryBeside: 0.25,
  /** A brewery that was not read makes a name less complete by this share of its weight. */
  unreadBrand: 0.5,
  /** None of the words that the beer does not share with its brewery was found. */
  unnamed: 1,
  /** What is left of a name that is only a part of the brewery's as it stands there. */
  partOfBrewery: 0.8,
  missingNumber: 1,
  missingVariant: 0.5,
  /** The name says one variant, the label another of the same kind. */
  otherVariant: 2,
  /** The label says, in large letters, a variant that neither name nor style of the beer knows; a flavour may only be described. */
  strangerVariant: 3,
  strangerFlavour: 2,
  strangersMost: 4,
  /** The share that a beer loses when it has alcohol and the label says it has none, or the other way round. */
  alcohol: 0.85,
  /** And however long its name is, no more than this stays: too little for an answer. */
  otherAlcoholMost: 3,
  abvSame: 0.8,
  abvNear: 0.3,
  abvFar: -1.2,
  style: 0.5,
  /** One line is the name, and what it adds only repeats the style. */
  wholeLine: 1.2,
  /** All large words unexplained. */
  unexplained: 1.5,
  popularity: 0.003,
} as const

/** How many beers are looked at closely, and how many are gathered for that. */
const CLOSE_LOOKS = 100
const GATHERED = 3_000
/** Style words are on half of all labels: they lead to beers only where few carry them. */
const ORDINARY_POSTINGS = 200
/** Points against a name from which the label speaks of another variant. */
const OTHER_VARIANT = 1
/** How large another name has to stand there for the label to be that one's. */
const STRANGER = 0.5
const SMALL_WORD_MOST = 3
const ALCOHOL_FREE_MOST = 0.5
/** Labels and lists call every pale lager a pilsner. */
const SOLD_AS_PILS = { word: 'pils', of: 'lager' }

interface MatchInput {
  evidence: Evidence
  breweries: ReadonlyMap<IndexedBrewery, BreweryEvidence>
  facts: Facts
}

export function matchBeers(input: MatchInput, limit: number, index: NameIndex, impliedBy: ImpliedWords): Candidate[] {
  const judged: Judged[] = []
  for (const beer of gather(input, index)) {
    const best = bestForm(beer, input, index)
    if (best) judged.push(best)
  }
  judged.sort(byScore)
  const close = judged.slice(0, Math.max(limit, CLOSE_LOOKS))
  for (const candidate of close) {
    const implied = impliedBy(candidate.beer)
    const another = otherVariants(input.evidence, implied)
    const fit = alcoholFit(candidate, input, implied)
    candidate.explained = explainedBy(candidate.beer, input.evidence)
    candidate.stranger = strangerTo(candidate.beer, input.evidence)
    candidate.rival = rivalOf(candidate, input.breweries)
    candidate.whole = another < OTHER_VARIANT && fit === 1 && isWhole(candidate, input.evidence, implied, index)
    candidate.score += agreement(candidate, input, implied) - missingVariants(candidate, input.evidence, implied)
    candidate.score -= another + SCORE.unexplained * (1 - candidate.explained)
    candidate.score *= fit
    if (fit <= 1 - SCORE.alcohol) candidate.score = Math.min(candidate.score, SCORE.otherAlcoholMost)
  }
  return close
    .sort(byScore)
    .filter(({ score }) => score > 0)
    .slice(0, limit)
    .map(toCandidate)
}

/** The words that a beer implies without its name saying so: those of its style. */
type ImpliedWords = (beer: IndexedBeer) => ReadonlySet<string>

interface Judged {
  beer: IndexedBeer
  form: NameForm
  score: number
  coverage: number
  breweryFound: boolean
  generic: boolean
  explained: number
  stranger: number
  rival: number
  whole: boolean
  lines: Set<number>
  /** Own words of the name, as text, that were not found. */
  missing: string[]
}

/** Beers that rare words or their brewery speak for, the most promising first, at most GATHERED. */
function gather({ evidence, breweries }: MatchInput, index: NameIndex): Set<IndexedBeer> {
  const promise = new Map<IndexedBeer, number>()
  const add = (beer: IndexedBeer, weight: number) => promise.set(beer, (promise.get(beer) ?? 0) + weight)
  const words = [...evidence.words].map(([word, { weight }]) => ({ word, weight: weight * index.weightOf(word) }))
  words.sort((a, b) => b.weight - a.weight)
  for (const { brewery, weight, strength } of breweries.values())
    for (const beer of brewery.beers) add(beer, weight * strength)
  for (const { word, weight } of words) {
    const beers = index.beersWith(word)
    if (!beers) continue
    const isOrdinary = index.isOrdinaryAt(word)
    const isOpening = promise.size + beers.size <= GATHERED && !(isOrdinary && beers.size > ORDINARY_POSTINGS)
    if (isOpening) for (const beer of beers) add(beer, weight)
    else if (beers.size <= promise.size) {
      for (const beer of beers) if (promise.has(beer)) add(beer, weight)
    } else if (!isOrdinary || promise.size <= CLOSE_LOOKS * 5) {
      for (const beer of promise.keys()) if (beers.has(beer)) add(beer, weight)
    }
  }
  if (promise.size <= CLOSE_LOOKS * 3) return new Set(promise.keys())
  const ranked = [...promise].sort((a, b) => b[1] - a[1]).slice(0, CLOSE_LOOKS * 3)
  return new Set(ranked.map(([beer]) => beer))
}

function bestForm(beer: IndexedBeer, { evidence, breweries }: MatchInput, index: NameIndex): Judged | undefined {
  const brewery = beer.brewery ? breweries.get(beer.brewery) : undefined
  let best: Judged | undefined
  for (const form of beer.forms) {
    const judged = judge(beer, form, brewery, evidence, index)
    if (!best || judged.score > best.score) best = judged
  }
  return best
}

function judge(
  beer: IndexedBeer,
  form: NameForm,
  brewery: BreweryEvidence | undefined,
  { words }: Evidence,
  index: NameIndex,
): Judged {
  const own = weigh(form.own, words, index)
  const spelled = weigh(form.brand, words, index)
  const said = brewery ? brewery.weight * brewery.strength : 0
  const isSpelled = form.brand.length > 0
  const brandTotal = isSpelled ? Math.min(BRAND_MOST, spelled.total) : brandWeight(beer, index)
  const brand = isSpelled
    ? Math.min(BRAND_MOST, spelled.got) *
      (isPartOfBrewery(form, brewery) ? SCORE.partOfBrewery : 1) *
      (brewery?.overshadowed ? OVERSHADOWED : 1)
    : said
  const counted = brand > 0 || own.total === 0 ? Math.max(brandTotal, brand) : brandTotal * SCORE.unreadBrand
  const got = own.got + brand
  const coverage = (own.read + brand) / Math.max(0.01, own.total + counted)
  const beside = isSpelled ? SCORE.breweryBeside * Math.max(0, said - brand) : 0
  const missing = SCORE.missing * (own.total - own.read) + SCORE.missingBrand * Math.max(0, brandTotal - brand)
  const unnamed = own.total > 0 && own.read === 0 ? SCORE.unnamed : 0
  const breweryFound = brewery?.found ?? false
  return {
    beer,
    form,
    score: got * (SCORE.base + SCORE.coverage * Math.min(1, coverage)) + beside - missing - unnamed,
    coverage: Math.min(1, own.total > 0 ? own.read / own.total : spelled.read / Math.max(0.01, spelled.total)),
    breweryFound,
    explained: 1,
    stranger: 0,
    rival: 0,
    whole: false,
    generic: !breweryFound && !own.isDistinct && !spelled.isDistinct,
    lines: new Set([...own.lines, ...spelled.lines, ...(breweryFound ? (brewery?.lines ?? []) : [])]),
    missing: form.own.filter((word) => !words.has(word)).map((word) => index.vocabulary.wordAt(word)),
  }
}

/** 'Busch' in 'Anheuser-Busch' says less of the beer Busch than it would alone. */
function isPartOfBrewery({ own, brand }: NameForm, brewery: BreweryEvidence | undefined): boolean {
  if (!brewery?.found || own.length > 0 || brewery.strength < 0.9) return false
  return brand.length < brewery.form.length && brand.every((word) => brewery.form.includes(word))
}

interface Weighed {
  total: number
  /** By how well each word was read. */
  read: number
  /** By that and by where it was read. */
  got: number
  isDistinct: boolean
  lines: number[]
}

function weigh(form: readonly number[], words: ReadonlyMap<number, WordEvidence>, index: NameIndex): Weighed {
  const sum: Weighed = { total: 0, read: 0, got: 0, isDistinct: false, lines: [] }
  const found: number[] = []
  for (const word of form) {
    const weight = index.weightOf(word)
    sum.total += weight
    const evidence = words.get(word)
    if (!evidence) continue
    sum.read += weight * evidence.quality
    sum.got += weight * evidence.weight
    found.push(word)
    sum.lines.push(...evidence.lines)
  }
  sum.isDistinct = found.some((word) => !index.isOrdinaryAt(word) && (found.length > 1 || !index.isShortNumberAt(word)))
  return sum
}

/** What the lightest name of the brewery weighs: the least that a label has to say of it. */
function brandWeight({ brewery }: IndexedBeer, index: NameIndex): number {
  if (!brewery) return 0
  let lightest = BRAND_MOST
  for (const form of brewery.forms)
    lightest = Math.min(
      lightest,
      form.reduce((sum, word) => sum + index.weightOf(word), 0),
    )
  return lightest
}

/** Points off for the variants and numbers of the name that the label does not say. */
function missingVariants({ missing }: Judged, evidence: Evidence, implied: ReadonlySet<string>): number {
  let points = 0
  for (const word of missing) {
    if (isNumber(word)) points += SCORE.missingNumber
    else if (VARIANTS.has(word))
      points += printsAnother(word, evidence, implied) ? SCORE.otherVariant : SCORE.missingVariant
  }
  return points
}

/** Points off for the variants that the label says and the beer does not know. */
function otherVariants({ printed }: Evidence, implied: ReadonlySet<string>): number {
  let points = 0
  for (const [word, size] of printed) {
    const group = VARIANTS.get(word)
    if (group === undefined || word === ALCOHOL_FREE || implied.has(word)) continue
    if (word === SOLD_AS_PILS.word && implied.has(SOLD_AS_PILS.of)) continue
    points += size * (group === 'flavour' ? SCORE.strangerFlavour : SCORE.strangerVariant)
  }
  return Math.min(SCORE.strangersMost, points)
}

/**
 * What is left of a score when one side is without alcohol and the other is not: they are never one beer. A name that is there
 * in full needs no further word for it ('Zero').
 */
function alcoholFit({ beer, missing }: Judged, { evidence, facts }: MatchInput, implied: ReadonlySet<string>): number {
  const { abv } = beer.row
  const isFree = abv !== null ? abv <= ALCOHOL_FREE_MOST : implied.has(ALCOHOL_FREE)
  const size = evidence.printed.get(ALCOHOL_FREE)
  const isSaid = facts.abv !== null && facts.abv <= ALCOHOL_FREE_MOST
  if (isSaid || size !== undefined) return isFree ? 1 : 1 - SCORE.alcohol * (isSaid ? 1 : Math.max(size ?? 0, 0.5))
  if (!isFree) return 1
  if (facts.abv !== null) return 1 - SCORE.alcohol
  return missing.length > 0 ? 1 - SCORE.alcohol / 2 : 1
}

function printsAnother(variant: string, { printed }: Evidence, implied: ReadonlySet<string>): boolean {
  const group = VARIANTS.get(variant)
  if (group === undefined || !EXCLUSIVE.has(group)) return false
  for (const word of printed.keys()) if (VARIANTS.get(word) === group && !implied.has(word)) return true
  return false
}

/** Share of the large words that belong to the beer or its brewery. */
function explainedBy({ forms, brewery }: IndexedBeer, { telling }: Evidence): number {
  let total = 0
  let explained = 0
  for (const { size, words } of telling) {
    total += size * size
    if (isOf(words, { forms, brewery })) explained += size * size
  }
  return total === 0 ? 1 : explained / total
}

function isOf(words: readonly number[], { forms, brewery }: Pick<IndexedBeer, 'forms' | 'brewery'>): boolean {
  return words.some(
    (word) => brewery?.words.has(word) || forms.some((form) => form.own.includes(word) || form.brand.includes(word)),
  )
}

/** The largest word, read without doubt, that belongs neither to the beer nor to its brewery. */
function strangerTo(beer: IndexedBeer, { telling }: Evidence): number {
  return Math.max(0, ...telling.filter(({ words }) => !isOf(words, beer)).map(({ sure }) => sure))
}

/** How plainly another brewery is named where this beer's is not, 0-1. */
function rivalOf({ beer, form, breweryFound }: Judged, breweries: MatchInput['breweries']): number {
  if (breweryFound) return 0
  let most = 0
  for (const { brewery, found, strength, form: named } of breweries.values()) {
    if (!found || brewery === beer.brewery) continue
    if (named.every((word) => form.own.includes(word) || form.brand.includes(word))) continue
    most = Math.max(most, strength)
  }
  return most
}

/** Points for what agrees beside the name: the strength, the style, and among equals the better known beer. */
function agreement({ beer, whole }: Judged, { evidence, facts }: MatchInput, implied: ReadonlySet<string>): number {
  let points = beer.row.popularity * SCORE.popularity
  if (facts.abv !== null && beer.row.abv !== null) {
    const off = Math.abs(facts.abv - beer.row.abv)
    if (off <= 0.051) points += SCORE.abvSame
    else if (off <= 0.31) points += SCORE.abvNear
    else if (off > 1) points += SCORE.abvFar
  }
  for (const word of evidence.printed.keys())
    if (implied.has(word) && VARIANTS.has(word)) {
      points += SCORE.style
      break
    }
  if (whole) points += SCORE.wholeLine
  return points
}

/**
 * True when a name of the beer stands there and nothing beside it: as one line or broken into several. 'Dos Equis Lager' is
 * 'Dos Equis', as that is a lager.
 */
function isWhole(
  { beer: { forms }, stranger }: Judged,
  { wholeLines }: Evidence,
  implied: ReadonlySet<string>,
  { vocabulary, ordinary }: NameIndex,
): boolean {
  return forms.some(({ own, brand }) => {
    // The brand alone stands on the labels of its other beers, too.
    if (own.length === 0 && stranger >= STRANGER) return false
    const words = [...own, ...brand].map((word) => vocabulary.wordAt(word))
    const telling = words.filter((word) => !isSmall(word, ordinary))
    const name = telling.length * 2 >= words.length ? telling : words
    const isPart = (line: ReadonlySet<string>) =>
      [...line].every((word) => words.includes(word) || implied.has(word) || isSmall(word, ordinary))
    const parts = wholeLines.filter(isPart)
    return name.every((word) => parts.some((line) => line.has(word)))
  })
}

/** 'the', 'de': names are printed with and without them. */
function isSmall(word: string, { isCommon }: OrdinaryWords): boolean {
  return word.length <= SMALL_WORD_MOST && isCommon(word)
}

/** The words of a beer's style, and of all its names. */
export function impliedWords(styleWords: ReadonlyMap<string, ReadonlySet<string>>): ImpliedWords {
  const known = new WeakMap<IndexedBeer, ReadonlySet<string>>()
  return (beer) => {
    const remembered = known.get(beer)
    if (remembered) return remembered
    const names = [beer.row.name, ...beer.row.aliases, beer.brewery?.name ?? '']
    const words = new Set([...names.flatMap(readWords), ...(styleWords.get(beer.row.style ?? '') ?? [])])
    known.set(beer, words)
    return words
  }
}

function byScore(a: Judged, b: Judged): number {
  return b.score - a.score || b.beer.row.popularity - a.beer.row.popularity || a.beer.row.id - b.beer.row.id
}

function toCandidate({ beer, form, missing, lines, ...told }: Judged): Candidate {
  return { ...told, beerId: beer.row.id, lines: [...lines].sort((a, b) => a - b) }
}
