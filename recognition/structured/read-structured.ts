/**
 * Recognises a photo with an AI provider. The provider is called once, because each call costs money, and reports itself what
 * the photo shows. Beers are looked up as they arrive, so that the first of a long menu appear while the rest is read.
 */
import { type Catalogue, lettersOf } from '#catalogue'
import type { Ask, Call, Photo, Reading, StructuredBeer, VisionEngine } from '#vision'
import { EMPTY_READING } from '#vision'
import type { Outcome, RecogniseAsk, RecogniseStep, Sighting } from '../outcome.ts'
import { structuredSighting } from './structured-beers.ts'

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

export async function* readStructured(
  { engine, catalogue }: Parts,
  photo: Photo,
  ask: RecogniseAsk,
  call: Call,
): AsyncGenerator<RecogniseStep, Outcome> {
  const context = CONTEXTS[ask.context]
  const lookUp = lookUpOnce(catalogue)
  // A menu may list a beer twice: each of its rows is an entry.
  const early = collectEntries(context === 'menu' ? () => ({}) : beerKeyOf)
  let reading = EMPTY_READING
  for await (const step of engine.read(photo, { context, detail: 'full' }, call)) {
    if (step.kind === 'reading') {
      reading = step.reading
      continue
    }
    yield { kind: 'progress', stage: stageOf(early.entries.length), done: step.done, total: step.total }
    for (const beer of context === 'single' ? [] : (step.beers ?? [])) {
      const sighting = lookUp(beer)
      if (sighting) yield { kind: 'row', ...early.add(sighting) }
    }
  }
  call.signal.throwIfAborted()
  const rows = reading.beers.flatMap((beer) => lookUp(beer) ?? [])
  const beers = collectEntries(beerKeyOf)
  for (const row of rows) beers.add(row)
  const shape = shapeOf(reading, context, ask, reading.shows === 'menu' ? rows.length : beers.entries.length)
  const sightings = shape === 'menu' ? rows : beers.entries
  return {
    shape,
    sightings: shape === 'single' ? sightings.slice(0, 1) : sightings,
    // A provider counts what it lists.
    detected: shape === 'group' ? sightings.reduce((sum, { count }) => sum + count, 0) : null,
    title: shape === 'menu' && sightings.length > 0 ? (reading.title ?? null) : null,
    complete: reading.complete,
  }
}

/** Looks each beer up once, even though it arrives as progress and again in the reading. */
function lookUpOnce(catalogue: Catalogue) {
  const known = new Map<string, Sighting | undefined>()
  return (beer: StructuredBeer) => {
    const key = JSON.stringify(beer)
    if (!known.has(key)) known.set(key, structuredSighting(catalogue, beer))
    return known.get(key)
  }
}

/** One entry for each key. Of a beer that a model lists once for each of its bottles, that is one entry with their number. */
function collectEntries(keyOf: (sighting: Sighting) => unknown) {
  const entries: Sighting[] = []
  const indexes = new Map<unknown, number>()
  return {
    entries,
    add(sighting: Sighting) {
      const key = keyOf(sighting)
      const index = indexes.get(key) ?? entries.length
      indexes.set(key, index)
      const known = entries[index]
      const surer = known && known.confidence >= sighting.confidence ? known : sighting
      const entry = { ...surer, count: sighting.count + (known?.count ?? 0) }
      entries[index] = entry
      return { index, sighting: entry }
    },
  }
}

function beerKeyOf({ verdict, candidates, printed: { name, brewery } }: Sighting): unknown {
  if (verdict === 'listed') return candidates[0]?.beerId
  return JSON.stringify([lettersOf(name ?? ''), lettersOf(brewery ?? '')])
}

/** What the engine sees overrides the user's hint, as far as the call can return that shape. */
function shapeOf({ shows }: Reading, context: Ask['context'], ask: RecogniseAsk, beers: number): Outcome['shape'] {
  const isList = ask.call === 'menu'
  if (shows === undefined || shows === 'nothing' || beers === 0) return context
  // parse-menu returns a list of beers, and a fridge with one bottle is still a fridge.
  if (shows === 'single') return isList || context === 'group' ? 'group' : 'single'
  return context === 'single' && beers === 1 && !isList ? 'single' : shows
}

function stageOf(found: number): string {
  if (found === 0) return 'asking the AI provider'
  return found === 1 ? '1 beer so far' : `${found} beers so far`
}
