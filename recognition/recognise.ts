/** Chooses how a photo is read: as one beer, as a group or as a menu, by what was asked and by what the picture shows. */
import type { Catalogue } from '#catalogue'
import { SCENE_CONFIDENCE_MIN } from '#contracts'
import type { Call, Photo, VisionEngine } from '#vision'
import type { Outcome, RecognisePhoto } from './outcome.ts'
import { readGroup } from './read-group.ts'
import { readMenu } from './read-menu.ts'
import { readSingle } from './read-single.ts'

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
