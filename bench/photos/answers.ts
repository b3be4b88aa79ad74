/** Answers of the reader processes for each photo of a set; the scores are computed from them, and the JSON report contains both. */
import type { Scene } from '#contracts'
import type { Outcome, RecogniseAsk, Sighting } from '#recognition'

/** A beer as it would be displayed. */
export interface AnsweredBeer {
  verdict: 'listed' | 'unlisted'
  name: string
  brewery: string | null
  /** Other names of a listed beer. */
  aliases: string[]
  /** Percent by volume, as printed on the photo. */
  abv: number | null
  /** As printed. */
  price: string | null
  /** 0-1. */
  confidence: number
  position: { x: number; y: number } | null
  count: number
  /** Other candidates, best first. */
  others: { name: string; brewery: string | null; aliases: string[]; confidence: number }[]
}

export interface Answer {
  /** Shape of the answer. */
  shape: 'single' | 'group' | 'menu'
  beers: AnsweredBeer[]
  detected: number | null
  /** False if it was cut off: by its deadline, or because two reader processes in a row were lost. */
  complete: boolean
  /** Milliseconds from the photo's bytes to the first beer; null if none came before the complete answer. */
  firstMs: number | null
  /** Milliseconds from the photo's bytes to the complete answer. */
  tookMs: number
}

export type Mode = Answer['shape']

/** The request for each mode. */
export const REQUESTS: Readonly<Record<Mode, RecogniseAsk>> = {
  single: { context: 'single_beer', call: 'identify' },
  group: { context: 'fridge', call: 'identify' },
  menu: { context: 'menu', call: 'menu' },
}
export const MODES = ['single', 'group', 'menu'] as const satisfies Mode[]

export interface PhotoAnswers {
  id: string
  /** Null if two reader processes in a row were lost. */
  scene: Scene | null
  sceneMs: number | null
  single?: Answer
  group?: Answer
  menu?: Answer
  /** The answer to a request without a context, as for an uploaded photo. */
  auto?: Answer
}

/** Returns whether any answer for the photo was cut off. */
export function isCutOff({ scene, single, group, menu, auto }: PhotoAnswers): boolean {
  return scene === null || [single, group, menu, auto].some((answer) => answer?.complete === false)
}

/** Returns name and brewery of a beer of the catalogue. */
interface Names {
  nameOf(beerId: number): { name: string; brewery: string | null; aliases: string[] } | undefined
}

/** Converts an outcome into displayed beers, without unread containers. */
export function beersOf({ sightings }: Outcome, { nameOf }: Names): AnsweredBeer[] {
  return sightings.flatMap((sighting) => beerOf(sighting, nameOf) ?? [])
}

function beerOf(sighting: Sighting, nameOf: Names['nameOf']): AnsweredBeer | undefined {
  const { verdict, printed, candidates, confidence, position, count } = sighting
  if (verdict === 'unread-container') return undefined
  const [best, ...rest] = candidates
  const listed = verdict === 'listed' && best ? nameOf(best.beerId) : undefined
  const others = (verdict === 'listed' ? rest : candidates).flatMap(({ beerId, confidence }) => {
    const named = nameOf(beerId)
    return named ? { name: named.name, brewery: named.brewery, aliases: named.aliases, confidence } : []
  })
  return {
    verdict,
    name: listed?.name ?? printed.name ?? '',
    brewery: listed?.brewery ?? printed.brewery,
    aliases: listed?.aliases ?? [],
    abv: printed.abv,
    price: printed.price,
    confidence,
    position,
    count,
    others,
  }
}
