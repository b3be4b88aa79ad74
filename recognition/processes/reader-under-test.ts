/**
 * A reader program for tests, forked like the real one. Its engine follows a JSON script in the photo's bytes, its catalogue
 * matches exact names; everything between them is production code.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BeerRow, Candidate, Catalogue } from '#catalogue'
import { aCandidate, NO_FEATURES } from '#testing/candidate.ts'
import type { ProviderUsage, TextLine, VisionEngine } from '#vision'
import { serveReader } from './serve-reader.ts'

const EXACT = { ...NO_FEATURES, breweryFound: 1, exactName: 1 }

/** What the engine does before it answers: `wait` obeys the abort signal, `hang` blocks the process. */
export interface Script {
  act?: 'crash' | 'hang' | 'wait' | 'fail'
  ms?: number
  /** What its wait costs. */
  usage?: ProviderUsage
  lines?: string[]
}

const engine: VisionEngine = {
  name: 'under-test',
  version: '1',
  can: { scene: true, regions: false },
  async scene() {
    await sleep(150)
    return { context: 'single_beer', confidence: 0.9, beerCount: 1, textContent: true }
  },
  async *read(photo, _ask, call) {
    const script: Script = JSON.parse(Buffer.from(photo.bytes).toString())
    if (script.act === 'crash') process.kill(process.pid, 'SIGSEGV')
    if (script.act === 'fail') throw new Error('the engine failed')
    if (script.act === 'hang') while (true) Math.random()
    const lines = (script.lines ?? []).map(lineOf)
    yield { kind: 'progress', done: 0, total: lines.length }
    try {
      const until = performance.now() + (script.ms ?? 0)
      while (performance.now() < until) {
        call.signal.throwIfAborted()
        await sleep(10)
      }
    } finally {
      if (script.usage) call.onUsage?.(script.usage)
    }
    yield { kind: 'reading', reading: { lines, beers: [], complete: true } }
  },
  async close() {},
}

function lineOf(text: string): TextLine {
  const corners = [
    { x: 40, y: 40 },
    { x: 60, y: 40 },
    { x: 60, y: 45 },
    { x: 40, y: 45 },
  ] as const
  return { text, confidence: 1, corners, rotation: 0 }
}

function exactCatalogue(): Catalogue {
  const beers = new Map<number, BeerRow>()
  let version = 0
  return {
    get version() {
      return version
    },
    apply(changes) {
      version = changes.version
      for (const beer of changes.beers) beers.set(beer.id, beer)
      for (const id of changes.removedBeers) beers.delete(id)
    },
    match: (words) => ({
      candidates: [...beers.values()].flatMap((beer): Candidate[] => {
        const lines = words.flatMap(({ text }, index) => (text === beer.name ? [index] : []))
        return lines.length === 0 ? [] : [aCandidate(beer.id, 1, { lines, features: EXACT })]
      }),
      rivals: {
        anotherEdition: null,
        unlisted: { probability: 0, features: { offTopic: 0, knownTokens: 0 } },
        otherDrink: null,
      },
    }),
    breweriesIn: () => [],
    styleIn: () => undefined,
    isCommonWord: () => false,
    beer: (id) => beers.get(id),
    beerWithBarcode: () => undefined,
    brewery: () => undefined,
  }
}

serveReader({
  async openEngine({ engine: { refusal } }) {
    if (typeof refusal === 'string') throw new Error(refusal)
    return engine
  },
  openCatalogue: async () => exactCatalogue(),
})
