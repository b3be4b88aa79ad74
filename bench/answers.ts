/** What the readers said of each photo of a set: the raw material of the scores, kept in the JSON so that both can be checked. */
import type { Scene } from '#contracts'
import type { Outcome, RecogniseAsk, Sighting } from '#recognition'

/** A beer as it would be shown, in words. */
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
  where: { x: number; y: number } | null
  count: number
  /** The other candidates, best first. */
  others: { name: string; brewery: string | null; aliases: string[]; confidence: number }[]
}

export interface Answer {
  /** The shape it came in. */
  shape: 'single' | 'group' | 'menu'
  beers: AnsweredBeer[]
  detected: number | null
  /** False when a deadline cut it off: the machine was too busy for what is measured. */
  complete: boolean
  /** Milliseconds from the photo's bytes to the first beer that was told; null when none came before the complete answer. */
  firstMs: number | null
  /** Milliseconds from the photo's bytes to the complete answer. */
  tookMs: number
}

export type Mode = Answer['shape']

/** How each mode is asked for. */
export const ASKS: Readonly<Record<Mode, RecogniseAsk>> = {
  single: { context: 'single_beer', call: 'identify' },
  group: { context: 'fridge', call: 'identify' },
  menu: { context: 'menu', call: 'menu' },
}
export const MODES = ['single', 'group', 'menu'] as const satisfies Mode[]

export interface PhotoAnswers {
  id: string
  scene: Scene | null
  sceneMs: number | null
  single?: Answer
  group?: Answer
  menu?: Answer
  /** What came without any hint, as for an uploaded photo of which nothing is known. */
  unasked?: Answer
}

/** Name and brewery of a beer of the catalogue. */
interface Names {
  nameOf(beerId: number): { name: string; brewery: string | null; aliases: string[] } | undefined
}

/** An outcome in words; spots that could not be read are none. */
export function beersOf({ sightings }: Outcome, { nameOf }: Names): AnsweredBeer[] {
  return sightings.flatMap((sighting) => beerOf(sighting, nameOf) ?? [])
}

function beerOf(sighting: Sighting, nameOf: Names['nameOf']): AnsweredBeer | undefined {
  const { verdict, printed, candidates, confidence, where, count } = sighting
  if (verdict === 'unknown-spot') return undefined
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
    where,
    count,
    others,
  }
}
