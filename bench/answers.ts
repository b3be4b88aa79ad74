/** What the readers said of each photo of a set: the raw material of the scores, kept in the JSON so that both can be checked. */
import type { Scene } from '#contracts'

/** A beer as it would be shown, in words. */
export interface AnsweredBeer {
  verdict: 'listed' | 'unlisted'
  name: string
  brewery: string | null
  /** Other names of a listed beer. */
  aliases: string[]
  /** Percent by volume, as printed on the photo. */
  abv: number | null
  /** 0-1. */
  confidence: number
  where: { x: number; y: number } | null
  count: number
  /** The other candidates, best first. */
  others: { name: string; brewery: string | null; aliases: string[] }[]
}

export interface Answer {
  /** The shape it came in. */
  shape: 'single' | 'group' | 'menu'
  beers: AnsweredBeer[]
  detected: number | null
  /** Milliseconds from the photo's bytes to the complete answer. */
  tookMs: number
}

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
