/**
 * A photo that an engine of others reads: it is asked once, as each time costs, and says itself what the photo shows. Its
 * beers are looked up as they come, so that the first of a long list stand while the rest is read.
 */
import type { Catalogue } from '#catalogue'
import type { Ask, Call, Photo, Reading, StatedBeer, VisionEngine } from '#vision'
import { EMPTY_READING } from '#vision'
import type { Outcome, RecogniseAsk, RecogniseStep, Sighting } from './outcome.ts'
import { statedSighting } from './stated.ts'

const CONTEXTS: Record<RecogniseAsk['context'], Ask['context']> = {
  single_beer: 'single',
  multiple_beers: 'group',
  fridge: 'group',
  menu: 'menu',
  auto: 'single',
}

interface Parts {
  engine: VisionEngine
  catalogue: Catalogue
}

export async function* readStated(
  { engine, catalogue }: Parts,
  photo: Photo,
  ask: RecogniseAsk,
  call: Call,
): AsyncGenerator<RecogniseStep, Outcome> {
  const context = CONTEXTS[ask.context]
  const list = sightingsOf(catalogue)
  let reading = EMPTY_READING
  for await (const step of engine.read(photo, { context, detail: 'full' }, call)) {
    if (step.kind === 'reading') {
      reading = step.reading
      continue
    }
    yield { kind: 'progress', stage: stageOf(list.length), done: step.done, total: step.total }
    for (const beer of context === 'single' ? [] : (step.beers ?? [])) {
      const index = list.length
      const sighting = list.add(beer)
      if (sighting) yield { kind: 'row', index, sighting }
    }
  }
  call.signal.throwIfAborted()
  const sightings = reading.beers.flatMap((beer) => list.of(beer) ?? [])
  const shape = shapeOf(reading, context, ask, sightings.length)
  return {
    shape,
    sightings: shape === 'single' ? sightings.slice(0, 1) : sightings,
    detected: null,
    title: shape === 'menu' && sightings.length > 0 ? (reading.title ?? null) : null,
    complete: reading.complete,
    ...(reading.spent && { spent: reading.spent }),
  }
}

/** Each beer is looked up once, also when it is handed over before the reading that holds it. */
function sightingsOf(catalogue: Catalogue) {
  const known = new Map<string, Sighting | undefined>()
  let length = 0
  const of = (beer: StatedBeer) => {
    const key = JSON.stringify(beer)
    if (!known.has(key)) known.set(key, statedSighting(catalogue, beer))
    return known.get(key)
  }
  return {
    get length() {
      return length
    },
    of,
    add(beer: StatedBeer) {
      const sighting = of(beer)
      if (sighting) length += 1
      return sighting
    },
  }
}

/** What the engine sees wins over what was believed, as long as the call can answer with it. */
function shapeOf({ shows }: Reading, asked: Ask['context'], ask: RecogniseAsk, beers: number): Outcome['shape'] {
  const isList = ask.call === 'menu'
  if (shows === undefined || shows === 'nothing' || beers === 0) return asked
  // parse-menu answers with a list of beers, and a fridge with one bottle is a fridge.
  if (shows === 'single') return isList || asked === 'group' ? 'group' : 'single'
  return asked === 'single' && beers === 1 && !isList ? 'single' : shows
}

function stageOf(found: number): string {
  if (found === 0) return 'asking the AI provider'
  return found === 1 ? '1 beer so far' : `${found} beers so far`
}
