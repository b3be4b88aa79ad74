/** Scores answers against the labels. `npm run bench -- --help` explains the rules for users. */
import type { Scene } from '#contracts'
import { count, type Measured, measured, type Share } from '../statistics/shares.ts'
import type { RatedAnswer } from '../statistics/statistics.ts'
import type { Answer, AnsweredBeer, Mode, PhotoAnswers } from './answers.ts'
import type { LabelledPhoto, MenuItem, PhotoOf, TrueBeer } from './photo-set.ts'
import { isSameBeer, isSameBrewery } from './same-beer.ts'

export const SCENE_CLASSES = ['single_beer', 'multiple_beers', 'fridge', 'menu', 'none'] as const
export type SceneClass = (typeof SCENE_CLASSES)[number]
/** Below this confidence and without a beer, a scene counts as 'none'. */
const NONE_BELOW = 0.6
const ABV_TOLERANCE = 0.05

export interface Scores {
  scene: {
    exact: Share
    /** Fridge and group count as one class. */
    fridgeAsGroup: Share
    /** Of the wrong scenes, those with a confidence below 0.6. */
    lowConfidenceErrors: Share
    /** confusion[truth][answer] */
    confusion: Record<SceneClass, Record<SceneClass, number>>
  }
  single: { top1: Measured; anyCandidate: Measured; brewery: Measured; wrong: Share; noAnswer: Share }
  group: {
    clear: Measured
    allBeers: Measured
    /** Of the beers named on completely labelled photos, those that are not on them. */
    wrong: Share
    /** Distance between answered and labelled centre in percent of the frame, for each right beer. */
    positionErrors: number[]
  }
  /** Printed ABV values and prices: of all items, and of the items found. */
  menu: { items: Measured; precision: Share; abv: Measured; price: Measured; abvOfFound: Share; priceOfFound: Share }
  negative: {
    noBeerClean: Share
    beerPresentClean: Share
    falsePositives: { id: string; mode: string; beers: string[] }[]
  }
  /** Photos without a context: right if answered in the shape they show with a beer, or for negatives without one. */
  auto: Record<'single' | 'group' | 'menu' | 'negative', Share>
  /** Every answer for completely labelled photos, with its confidence. */
  answered: Record<Mode, RatedAnswer[]>
  timesMs: Record<'scene' | Mode | 'firstOfMenu', number[]>
}

/** Returns whether the catalogue contains a beer. */
export type Knows = (beer: TrueBeer, otherNames: readonly string[]) => boolean

export function score(photos: readonly LabelledPhoto[], answers: readonly PhotoAnswers[], knows: Knows): Scores {
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const pairs = photos.flatMap((photo) => {
    const answer = byId.get(photo.id)
    return answer ? [{ photo, answer }] : []
  })
  const of = <C extends LabelledPhoto['class']>(wanted: C) =>
    pairs.flatMap(({ photo, answer }) => (isOf(photo, wanted) ? [{ photo, answer }] : []))
  const timesOf = (mode: Mode) => of(mode).flatMap(({ answer }) => answer[mode]?.tookMs ?? [])
  return {
    scene: scoreScenes(pairs),
    single: scoreSingles(of('single'), knows),
    group: scoreGroups(of('group'), knows),
    menu: scoreMenus(of('menu'), knows),
    negative: scoreNegatives(of('negative')),
    auto: scoreAuto(pairs),
    answered: {
      single: of('single').flatMap(answersOfSingle),
      group: of('group').flatMap(answersOfGroup),
      menu: of('menu').flatMap(answersOfMenu),
    },
    timesMs: {
      scene: pairs.flatMap(({ answer }) => answer.sceneMs ?? []),
      single: timesOf('single'),
      group: timesOf('group'),
      menu: timesOf('menu'),
      firstOfMenu: of('menu').flatMap(({ answer }) => answer.menu?.firstMs ?? []),
    },
  }
}

function isOf<C extends LabelledPhoto['class']>(photo: LabelledPhoto, wanted: C): photo is PhotoOf<C> {
  return photo.class === wanted
}

function scoreAuto(pairs: readonly { photo: LabelledPhoto; answer: PhotoAnswers }[]): Scores['auto'] {
  const none = (): Share => ({ right: 0, of: 0 })
  const shares = { single: none(), group: none(), menu: none(), negative: none() }
  for (const { photo, answer } of pairs) {
    if (!answer.auto) continue
    const { shape, beers } = answer.auto
    const isRight = photo.class === 'negative' ? beers.length === 0 : shape === photo.class && beers.length > 0
    shares[photo.class].of += 1
    shares[photo.class].right += isRight ? 1 : 0
  }
  return shares
}

type Pair<C extends LabelledPhoto['class']> = { photo: PhotoOf<C>; answer: PhotoAnswers }

function scoreScenes(pairs: readonly { photo: LabelledPhoto; answer: PhotoAnswers }[]): Scores['scene'] {
  const row = () => Object.fromEntries(SCENE_CLASSES.map((name) => [name, 0])) as Record<SceneClass, number>
  const confusion = Object.fromEntries(SCENE_CLASSES.map((name) => [name, row()])) as Scores['scene']['confusion']
  const exact = { right: 0, of: 0 }
  const fridgeAsGroup = { right: 0, of: 0 }
  const lowConfidenceErrors = { right: 0, of: 0 }
  const grouped = (name: SceneClass) => (name === 'fridge' ? 'multiple_beers' : name)
  for (const { photo, answer } of pairs) {
    const truth = sceneOf(photo)
    if (truth === null || answer.scene === null) continue
    const answered = classOf(answer.scene)
    confusion[truth][answered] += 1
    exact.of += 1
    fridgeAsGroup.of += 1
    if (truth === answered) exact.right += 1
    else {
      lowConfidenceErrors.of += 1
      if (answer.scene.confidence < NONE_BELOW) lowConfidenceErrors.right += 1
    }
    if (grouped(truth) === grouped(answered)) fridgeAsGroup.right += 1
  }
  return { exact, fridgeAsGroup, lowConfidenceErrors, confusion }
}

/**
 * Returns the expected scene by SCENES of the contracts, where the shelf of a shop is a fridge. Null for unidentifiable beers,
 * for which a scene and 'none' are both right; they are neither scored nor used for fitting.
 */
export function sceneOf(photo: LabelledPhoto): SceneClass | null {
  if (photo.class === 'single') return 'single_beer'
  if (photo.class === 'menu') return 'menu'
  if (photo.class === 'negative') return photo.truth.beer_present ? null : 'none'
  return /fridge|shel(f|ves)|shop|store|cooler/i.test(photo.truth.scene) ? 'fridge' : 'multiple_beers'
}

function classOf({ context, confidence, beerCount }: Scene): SceneClass {
  return context === 'single_beer' && confidence < NONE_BELOW && beerCount === 0 ? 'none' : context
}

function scoreSingles(pairs: readonly Pair<'single'>[], knows: Knows): Scores['single'] {
  const scores = {
    top1: measured(),
    anyCandidate: measured(),
    brewery: measured(),
    wrong: { right: 0, of: 0 },
    noAnswer: { right: 0, of: 0 },
  }
  for (const { photo, answer } of pairs) {
    const [truth] = photo.truth.beers
    if (!truth || !answer.single) continue
    const otherNames = [...truth.accept_also, ...photo.truth.accept_also]
    const known = knows(truth, otherNames)
    const [answered] = answer.single.beers
    const right = answered !== undefined && isSameBeer(truth, otherNames, answered)
    const offered = answered ? [answered, ...answered.others] : []
    count(scores.top1, right, known)
    count(
      scores.anyCandidate,
      offered.some((beer) => isSameBeer(truth, otherNames, beer)),
      known,
    )
    if (truth.brewery) {
      count(
        scores.brewery,
        answered !== undefined && isSameBrewery(truth.brewery, `${answered.brewery ?? ''} ${answered.name}`),
        known,
      )
    }
    scores.wrong.of += 1
    scores.noAnswer.of += 1
    if (answered === undefined) scores.noAnswer.right += 1
    else if (!right) scores.wrong.right += 1
  }
  return scores
}

function scoreGroups(pairs: readonly Pair<'group'>[], knows: Knows): Scores['group'] {
  const clear = measured()
  const allBeers = measured()
  const wrong = { right: 0, of: 0 }
  const errors: number[] = []
  for (const { photo, answer } of pairs) {
    const answered = answer.group?.beers ?? []
    for (const truth of photo.truth.beers) {
      const finds = answered.filter((beer) => isSameBeer(truth, truth.accept_also, beer))
      const known = knows(truth, truth.accept_also)
      count(allBeers, finds.length > 0, known)
      if (truth.readability === 'clear') count(clear, finds.length > 0, known)
    }
    for (const beer of answered) {
      const matching = photo.truth.beers.filter((truth) => isSameBeer(truth, truth.accept_also, beer))
      const { position } = beer
      if (position) {
        const distances = matching.map(({ x, y }) => Math.hypot(x - position.x, y - position.y))
        if (distances.length > 0) errors.push(Math.min(...distances))
      }
      if (!photo.truth.list_complete) continue
      wrong.of += 1
      if (matching.length === 0) wrong.right += 1
    }
  }
  return { clear, allBeers, wrong, positionErrors: errors }
}

function scoreMenus(pairs: readonly Pair<'menu'>[], knows: Knows): Scores['menu'] {
  const scores = {
    items: measured(),
    precision: { right: 0, of: 0 },
    abv: measured(),
    price: measured(),
    abvOfFound: { right: 0, of: 0 },
    priceOfFound: { right: 0, of: 0 },
  }
  const countFact = (fact: 'abv' | 'price', right: boolean, found: boolean, known: boolean) => {
    count(scores[fact], right, known)
    if (!found) return
    scores[`${fact}OfFound`].of += 1
    if (right) scores[`${fact}OfFound`].right += 1
  }
  for (const { photo, answer } of pairs) {
    const answered = answer.menu?.beers ?? []
    scores.precision.of += answered.length
    for (const [item, beer] of itemsFound(photo, answered)) {
      const known = knows(item, otherNamesOf(item))
      const found = beer !== undefined
      count(scores.items, found, known)
      if (found) scores.precision.right += 1
      if (typeof item.abv === 'number') {
        const right = typeof beer?.abv === 'number' && Math.abs(beer.abv - item.abv) <= ABV_TOLERANCE
        countFact('abv', right, found, known)
      }
      const prices = pricesIn(item.price)
      if (prices.length > 0) {
        const read = pricesIn(beer?.price)
        countFact('price', read.length > 0 && read.every((price) => prices.includes(price)), found, known)
      }
    }
  }
  return scores
}

/** Assigns to each printed beer its answer; an answer is assigned at most once. */
export function itemsFound(
  { truth }: PhotoOf<'menu'>,
  answered: readonly AnsweredBeer[],
): [MenuItem, AnsweredBeer | undefined][] {
  const left = [...answered]
  return truth.items
    .filter((item) => item.is_beer)
    .map((item) => {
      const index = left.findIndex((beer) => isSameItem(item, beer))
      return [item, index < 0 ? undefined : left.splice(index, 1)[0]]
    })
}

/** Serving sizes beside prices, which are not prices. */
const AMOUNTS = /\b\d+(?:[.,]\d+)?\s?(?:cl|dl|fl\.?\s?oz|l|ml|oz)\b/giu

/** Parses the numbers of a printed price: '4.10/6.70' has two, and either is right. */
function pricesIn(price: string | null | undefined): number[] {
  return [...(price ?? '').replace(AMOUNTS, ' ').matchAll(/\d+(?:[.,]\d{1,2})?/gu)].map(([text]) =>
    Number(text.replace(',', '.')),
  )
}

/** Also compares brewery and name as one string, since some lists print the brewery in the name. */
type Named = Pick<AnsweredBeer, 'verdict' | 'name' | 'brewery' | 'aliases'>

function isSameItem(item: MenuItem, beer: Named): boolean {
  const joined = { name: `${item.brewery ?? ''} ${item.name}`.trim(), style: item.style }
  const answered = { name: `${beer.brewery ?? ''} ${beer.name}`.trim(), aliases: beer.aliases }
  // An unlisted answer has a brewery only if the list prints it beside the name.
  const asPrinted = beer.verdict === 'unlisted' && beer.brewery === null ? { ...item, brewery: null } : item
  return (
    isSameBeer(asPrinted, otherNamesOf(item), beer) ||
    isSameBeer(joined, [], answered) ||
    isSameBeer({ name: item.name, brewery: item.brewery, style: item.style }, otherNamesOf(item), answered)
  )
}

export function otherNamesOf(item: MenuItem): string[] {
  return item.name_en ? [...item.accept_also, item.name_en] : item.accept_also
}

function scoreNegatives(pairs: readonly Pair<'negative'>[]): Scores['negative'] {
  const noBeerClean = { right: 0, of: 0 }
  const beerPresentClean = { right: 0, of: 0 }
  const falsePositives: Scores['negative']['falsePositives'] = []
  for (const { photo, answer } of pairs) {
    const modes = { single: answer.single, group: answer.group, menu: answer.menu }
    const found = Object.entries(modes).flatMap(([mode, given]) => falsePositivesOf(photo.id, mode, given))
    const share = photo.truth.beer_present ? beerPresentClean : noBeerClean
    share.of += 1
    if (found.length === 0) share.right += 1
    falsePositives.push(...found)
  }
  return { noBeerClean, beerPresentClean, falsePositives }
}

function falsePositivesOf(id: string, mode: string, answer: Answer | undefined): Scores['negative']['falsePositives'] {
  const beers = answer?.beers.map(({ verdict, brewery, name }) => `${verdict}: ${brewery ?? '?'} / ${name}`) ?? []
  return beers.length > 0 ? [{ id, mode, beers }] : []
}

/** Returns whether a beer is on a photo according to its labels; always false for a negative. */
export function isTrueAnswer(photo: LabelledPhoto, beer: Pick<AnsweredBeer, 'name' | 'brewery' | 'aliases'>): boolean {
  if (photo.class === 'negative') return false
  if (photo.class === 'menu') {
    return photo.truth.items.some((item) => isSameItem(item, { ...beer, verdict: 'listed' }))
  }
  const more = photo.class === 'single' ? photo.truth.accept_also : []
  return photo.truth.beers.some((truth) => isSameBeer(truth, [...truth.accept_also, ...more], beer))
}

function answersOfSingle({ photo, answer }: Pair<'single'>): RatedAnswer[] {
  const [truth] = photo.truth.beers
  const [beer] = answer.single?.beers ?? []
  if (!truth || !beer) return []
  const isRight = isSameBeer(truth, [...truth.accept_also, ...photo.truth.accept_also], beer)
  return [{ confidence: beer.confidence, isRight }]
}

function answersOfGroup({ photo, answer }: Pair<'group'>): RatedAnswer[] {
  if (!photo.truth.list_complete) return []
  return (answer.group?.beers ?? []).map((beer) => ({
    confidence: beer.confidence,
    isRight: photo.truth.beers.some((truth) => isSameBeer(truth, truth.accept_also, beer)),
  }))
}

function answersOfMenu({ photo, answer }: Pair<'menu'>): RatedAnswer[] {
  const answered = answer.menu?.beers ?? []
  const right = new Set(itemsFound(photo, answered).map(([, beer]) => beer))
  return answered.map((beer) => ({ confidence: beer.confidence, isRight: right.has(beer) }))
}
