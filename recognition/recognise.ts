/**
 * What recognition promises the server: a photo and a question go in; progress, rows and one outcome come out. Whatever
 * comes out is said honestly: a listed beer, an unlisted one as it was read, or nothing.
 */

import type { Catalogue } from '#catalogue'
import { type FieldConfidence, SCENE_CONFIDENCE_MIN, type ScanContext } from '#contracts'
import type { Call, Photo, VisionEngine } from '#vision'
import { readGroup } from './read-group.ts'
import { readMenu } from './read-menu.ts'
import { readSingle } from './read-single.ts'

/** What was read of a beer, independent of the catalogue. Unknown is null. */
export interface Printed {
  name: string | null
  brewery: string | null
  style: string | null
  /** Percent by volume. */
  abv: number | null
  ibu: number | null
  price: string | null
  size: string | null
  section: string | null
}

export interface SightingCandidate {
  beerId: number
  /** 0-1. */
  confidence: number
}

/** One beer as seen on the photo. */
export interface Sighting {
  /**
   * `listed`: candidates[0] is the answer. `unlisted`: a beer that the catalogue does not know, told by `printed`.
   * `unknown-spot`: a container or block that could not be read; it is counted, never shown as a beer.
   */
  verdict: 'listed' | 'unlisted' | 'unknown-spot'
  /** Best first, at most five. */
  candidates: SightingCandidate[]
  printed: Printed
  /** The lines that speak for it, as read. */
  evidence: string[]
  /** Centre in percent of the upright photo, when the engine gives places. */
  where: { x: number; y: number } | null
  /** Packs or bottles of the same beer. */
  count: number
  /** 0-1. */
  confidence: number
  /** 0-1 each. */
  fieldConfidence: FieldConfidence
}

/** What was found out about the photo as a whole. */
export interface Outcome {
  shape: 'single' | 'group' | 'menu'
  sightings: Sighting[]
  /** Containers or text blocks really detected; null when that is not known. */
  detected: number | null
  /** Title printed on a menu. */
  title: string | null
  complete: boolean
}

export type RecogniseStep =
  | { kind: 'progress'; stage: string; done: number; total: number }
  | { kind: 'row'; index: number; sighting: Sighting }
  | { kind: 'complete'; outcome: Outcome }

/** What the caller asks of the photo: the shape of the call and what the user believes to be on it. */
export interface RecogniseAsk {
  context: ScanContext
  /** 'identify' answers in the single shape unless the context says otherwise; 'menu' is parse-menu. */
  call: 'identify' | 'menu'
}

/** Reads a photo. Aborting the signal ends it between two stages with an AbortError. */
export type Recognise = (photo: Photo, ask: RecogniseAsk, signal: AbortSignal) => AsyncIterable<RecogniseStep>

/** Recognition with its parts in hand, as it runs inside a reader. */
export type RecognisePhoto = (photo: Photo, ask: RecogniseAsk, call: Call) => AsyncIterable<RecogniseStep>

/**
 * Joins an engine and a catalogue. The asked context is a hint: where it leads to nothing and the picture plainly shows
 * another scene, the answer comes in that scene's shape.
 */
export function openRecognition(parts: { engine: VisionEngine; catalogue: Catalogue }): RecognisePhoto {
  const { engine } = parts
  return async function* recognise(photo, ask, call) {
    const asked = ask.context === 'auto' ? await seenShape(engine, photo, call) : SHAPES[ask.context]
    let outcome = yield* READ[asked ?? 'single'](parts, photo, call)
    if (outcome.sightings.length === 0 && ask.context !== 'auto') {
      const seen = await seenShape(engine, photo, call)
      // parse-menu answers with a list of beers; one bottle is a group of one there.
      const other = seen === 'single' && ask.call === 'menu' ? 'group' : seen
      if (other && other !== asked) {
        const second = yield* READ[other](parts, photo, call)
        if (second.sightings.length > 0) outcome = second
      }
    }
    for (const [index, sighting] of outcome.sightings.entries()) yield { kind: 'row', index, sighting }
    yield { kind: 'complete', outcome }
  }
}

const READ = { single: readSingle, group: readGroup, menu: readMenu }
const SHAPES = { single_beer: 'single', multiple_beers: 'group', fridge: 'group', menu: 'menu' } as const

/** The shape that the picture plainly has; undefined when it is not plain or the engine cannot tell. */
async function seenShape(engine: VisionEngine, photo: Photo, call: Call): Promise<Outcome['shape'] | undefined> {
  if (!engine.can.scene || Date.now() >= call.deadline) return undefined
  const scene = await engine.scene(photo, call)
  return scene.confidence >= SCENE_CONFIDENCE_MIN ? SHAPES[scene.context] : undefined
}
