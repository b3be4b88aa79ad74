/** Answers against truth. Each rule says what counts; the README of `npm run bench -- --help` says it for people. */
import type { Scene } from '#contracts'
import type { Answer, AnsweredBeer, Mode, PhotoAnswers } from './answers.ts'
import type { LabelledPhoto, MenuItem, PhotoOf, TrueBeer } from './photo-set.ts'
import { isSameBeer, isSameBrewery } from './same-beer.ts'
import { count, type Measured, measured, type Share } from './shares.ts'
import type { Told } from './statistics.ts'

export const SCENE_CLASSES = ['single_beer', 'multiple_beers', 'fridge', 'menu', 'none'] as const
export type SceneClass = (typeof SCENE_CLASSES)[number]
/** Under this confidence, and without a beer, a scene says 'none'. */
const NONE_BELOW = 0.6
const ABV_TOLERANCE = 0.05

export interface Scores {
  scene: {
    exact: Share
    /** A fridge told as several beers, or the other way round, counts as right. */
    fridgeAsGroup: Share
    /** Of the scenes told wrongly, those that were told with a confidence under 0.6. */
    unsureOfWrong: Share
    /** confusion[truth][answer] */
    confusion: Record<SceneClass, Record<SceneClass, number>>
  }
  single: { top1: Measured; anyCandidate: Measured; brewery: Measured; wrong: Share; nothing: Share }
  group: {
    clear: Measured
    allBeers: Measured
    /** Of the beers named on completely labelled photos, those that are not there. */
    wrong: Share
    /** Percent of the frame between told and labelled centre, of each beer told rightly. */
    positionErrors: number[]
  }
  /** Strengths and prices that are printed: of all items, and of the items found. */
  menu: { items: Measured; precision: Share; abv: Measured; price: Measured; abvOfFound: Share; priceOfFound: Share }
  negative: { noBeerClean: Share; beerPresentClean: Share; dirty: { id: string; mode: string; beers: string[] }[] }
  /** Photos sent without a hint: answered in the shape of what they show, with a beer; negatives without one. */
  unasked: Record<'single' | 'group' | 'menu' | 'negative', Share>
  /** Every answer about photos of which all is labelled, with the confidence it was given with. */
  told: Record<Mode, Told[]>
  timesMs: Record<'scene' | Mode | 'firstOfMenu', number[]>
}

/** Says whether the catalogue holds a beer. */
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
    unasked: scoreUnasked(pairs),
    told: {
      single: of('single').flatMap(toldOfSingle),
      group: of('group').flatMap(toldOfGroup),
      menu: of('menu').flatMap(toldOfMenu),
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

function scoreUnasked(pairs: readonly { photo: LabelledPhoto; answer: PhotoAnswers }[]): Scores['unasked'] {
  const none = (): Share => ({ right: 0, of: 0 })
  const shares = { single: none(), group: none(), menu: none(), negative: none() }
  for (const { photo, answer } of pairs) {
    if (!answer.unasked) continue
    const { shape, beers } = answer.unasked
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
  const unsureOfWrong = { right: 0, of: 0 }
  const grouped = (name: SceneClass) => (name === 'fridge' ? 'multiple_beers' : name)
  for (const { photo, answer } of pairs) {
    const truth = sceneOf(photo)
    if (truth === null || answer.scene === null) continue
    const told = classOf(answer.scene)
    confusion[truth][told] += 1
    exact.of += 1
    fridgeAsGroup.of += 1
    if (truth === told) exact.right += 1
    else {
      unsureOfWrong.of += 1
      if (answer.scene.confidence < NONE_BELOW) unsureOfWrong.right += 1
    }
    if (grouped(truth) === grouped(told)) fridgeAsGroup.right += 1
  }
  return { exact, fridgeAsGroup, unsureOfWrong, confusion }
}

/**
 * What the status pill should call the scene: by SCENES of the contracts, so a shop's shelf is a fridge. Beers that nothing
 * identifies are a scene of beer or of none with equal right: null, neither judged by nor fitted to.
 */
export function sceneOf(photo: LabelledPhoto): SceneClass | null {
  if (photo.class === 'single') return 'single_beer'
  if (photo.class === 'menu') return 'menu'
  if (photo.class === 'negative') return photo.truth.beer_present ? null : 'none'
  return /fridge|shel(f|ves)|shop|store|cooler/i.test(photo.truth.scene) ? 'fridge' : 'multiple_beers'
}

export function classOf({ context, confidence, beerCount }: Scene): SceneClass {
  return context === 'single_beer' && confidence < NONE_BELOW && beerCount === 0 ? 'none' : context
}

function scoreSingles(pairs: readonly Pair<'single'>[], knows: Knows): Scores['single'] {
  const scores = {
    top1: measured(),
    anyCandidate: measured(),
    brewery: measured(),
    wrong: { right: 0, of: 0 },
    nothing: { right: 0, of: 0 },
  }
  for (const { photo, answer } of pairs) {
    const [truth] = photo.truth.beers
    if (!truth || !answer.single) continue
    const otherNames = [...truth.accept_also, ...photo.truth.accept_also]
    const known = knows(truth, otherNames)
    const [told] = answer.single.beers
    const right = told !== undefined && isSameBeer(truth, otherNames, told)
    const offered = told ? [told, ...told.others] : []
    count(scores.top1, right, known)
    count(
      scores.anyCandidate,
      offered.some((beer) => isSameBeer(truth, otherNames, beer)),
      known,
    )
    if (truth.brewery) {
      count(
        scores.brewery,
        told !== undefined && isSameBrewery(truth.brewery, `${told.brewery ?? ''} ${told.name}`),
        known,
      )
    }
    scores.wrong.of += 1
    scores.nothing.of += 1
    if (told === undefined) scores.nothing.right += 1
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
    const told = answer.group?.beers ?? []
    for (const truth of photo.truth.beers) {
      const finds = told.filter((beer) => isSameBeer(truth, truth.accept_also, beer))
      const known = knows(truth, truth.accept_also)
      count(allBeers, finds.length > 0, known)
      if (truth.readability === 'clear') count(clear, finds.length > 0, known)
    }
    for (const beer of told) {
      const places = photo.truth.beers.filter((truth) => isSameBeer(truth, truth.accept_also, beer))
      const { where } = beer
      if (where) {
        const distances = places.map(({ x, y }) => Math.hypot(x - where.x, y - where.y))
        if (distances.length > 0) errors.push(Math.min(...distances))
      }
      if (!photo.truth.list_complete) continue
      wrong.of += 1
      if (places.length === 0) wrong.right += 1
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
    const told = answer.menu?.beers ?? []
    scores.precision.of += told.length
    for (const [item, beer] of itemsFound(photo, told)) {
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

/** Each printed beer with the answer that is it; one answer stands for one item. */
export function itemsFound(
  { truth }: PhotoOf<'menu'>,
  told: readonly AnsweredBeer[],
): [MenuItem, AnsweredBeer | undefined][] {
  const left = [...told]
  return truth.items
    .filter((item) => item.is_beer)
    .map((item) => {
      const index = left.findIndex((beer) => isSameItem(item, beer))
      return [item, index < 0 ? undefined : left.splice(index, 1)[0]]
    })
}

/** Amounts of drink stand beside prices and are none. */
const AMOUNTS = /\b\d+(?:[.,]\d+)?\s?(?:cl|dl|fl\.?\s?oz|l|ml|oz)\b/giu

/** The numbers of a printed price: '4.10/6.70' names two. An item with several prices is right with any of them. */
function pricesIn(price: string | null | undefined): number[] {
  return [...(price ?? '').replace(AMOUNTS, ' ').matchAll(/\d+(?:[.,]\d{1,2})?/gu)].map(([text]) =>
    Number(text.replace(',', '.')),
  )
}

/** Some lists print the brewery inside the name, so both sides are also compared as one string. */
type Named = Pick<AnsweredBeer, 'verdict' | 'name' | 'brewery' | 'aliases'>

function isSameItem(item: MenuItem, beer: Named): boolean {
  const joined = { name: `${item.brewery ?? ''} ${item.name}`.trim(), style: item.style }
  const told = { name: `${beer.brewery ?? ''} ${beer.name}`.trim(), aliases: beer.aliases }
  // What is told as printed carries its brewery only where the list prints it beside the name.
  const asPrinted = beer.verdict === 'unlisted' && beer.brewery === null ? { ...item, brewery: null } : item
  return (
    isSameBeer(asPrinted, otherNamesOf(item), beer) ||
    isSameBeer(joined, [], told) ||
    isSameBeer({ name: item.name, brewery: item.brewery, style: item.style }, otherNamesOf(item), told)
  )
}

export function otherNamesOf(item: MenuItem): string[] {
  return item.name_en ? [...item.accept_also, item.name_en] : item.accept_also
}

function scoreNegatives(pairs: readonly Pair<'negative'>[]): Scores['negative'] {
  const noBeerClean = { right: 0, of: 0 }
  const beerPresentClean = { right: 0, of: 0 }
  const dirty: Scores['negative']['dirty'] = []
  for (const { photo, answer } of pairs) {
    const modes = { single: answer.single, group: answer.group, menu: answer.menu }
    const stains = Object.entries(modes).flatMap(([mode, given]) => stain(photo.id, mode, given))
    const share = photo.truth.beer_present ? beerPresentClean : noBeerClean
    share.of += 1
    if (stains.length === 0) share.right += 1
    dirty.push(...stains)
  }
  return { noBeerClean, beerPresentClean, dirty }
}

function stain(id: string, mode: string, answer: Answer | undefined): Scores['negative']['dirty'] {
  const beers = answer?.beers.map(({ verdict, brewery, name }) => `${verdict}: ${brewery ?? '?'} / ${name}`) ?? []
  return beers.length > 0 ? [{ id, mode, beers }] : []
}

/** True when a beer stands on a photograph, by its labels: of a negative none does. */
export function isTrueAnswer(photo: LabelledPhoto, beer: Pick<AnsweredBeer, 'name' | 'brewery' | 'aliases'>): boolean {
  if (photo.class === 'negative') return false
  if (photo.class === 'menu') {
    return photo.truth.items.some((item) => isSameItem(item, { ...beer, verdict: 'listed' }))
  }
  const more = photo.class === 'single' ? photo.truth.accept_also : []
  return photo.truth.beers.some((truth) => isSameBeer(truth, [...truth.accept_also, ...more], beer))
}

function toldOfSingle({ photo, answer }: Pair<'single'>): Told[] {
  const [truth] = photo.truth.beers
  const [beer] = answer.single?.beers ?? []
  if (!truth || !beer) return []
  const isRight = isSameBeer(truth, [...truth.accept_also, ...photo.truth.accept_also], beer)
  return [{ confidence: beer.confidence, isRight }]
}

function toldOfGroup({ photo, answer }: Pair<'group'>): Told[] {
  if (!photo.truth.list_complete) return []
  return (answer.group?.beers ?? []).map((beer) => ({
    confidence: beer.confidence,
    isRight: photo.truth.beers.some((truth) => isSameBeer(truth, truth.accept_also, beer)),
  }))
}

function toldOfMenu({ photo, answer }: Pair<'menu'>): Told[] {
  const told = answer.menu?.beers ?? []
  const right = new Set(itemsFound(photo, told).map(([, beer]) => beer))
  return told.map((beer) => ({ confidence: beer.confidence, isRight: right.has(beer) }))
}
