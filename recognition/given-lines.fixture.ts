/** An engine that reads given lines, and the steps and the outcome that recognition makes of them with a small catalogue. */
import { type BeerRow, openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import type { Scene } from '#contracts'
import { aTextLine, type TextShape } from '#testing/text-line.ts'
import type { Ask, Photo, Reading, TextLine, VisionEngine } from '#vision'
import type { Outcome, RecogniseAsk, RecogniseStep } from './outcome.ts'
import { openRecognition } from './recognise.ts'

/** Half of the shipped beers are less popular. */
const MEDIAN_POPULARITY = 14
const BREWERIES = [
  { id: 1, name: 'Alder & Finch Brewing', aliases: ['Alder Finch'], country: 'Nowhere' },
  { id: 2, name: 'Brouwerij Kwispel', aliases: ['Kwispel'], country: 'Nowhere' },
]
export const catalogue = openCatalogue(
  {
    version: 1,
    breweries: BREWERIES,
    beers: [
      aBeer(1, 'Harbour Lantern', 'American IPA', 6.1),
      aBeer(1, 'Harbour Beacon', 'Porter', 5.4),
      aBeer(2, 'Kwispel Tripel', 'Tripel', 8.4),
      aBeer(2, 'Kwispel Dubbel', 'Dubbel', 6.8),
    ].map((beer, index) => ({ ...beer, id: index + 1 })),
  },
  loadShipped(),
)
export const PHOTO: Photo = { bytes: new Uint8Array(), width: 1_000, height: 1_000 }
export const NO_SCENE: Scene = { context: 'single_beer', confidence: 0.2, beerCount: 0, textContent: false }

function aBeer(breweryId: number, name: string, style: string, abv: number): Omit<BeerRow, 'id'> {
  return { breweryId, name, aliases: [], style, abv, ibu: null, popularity: MEDIAN_POPULARITY }
}

export const aLine = (text: string, x: number, y: number, shape: TextShape = {}) =>
  aTextLine(text, x, y, { height: 4, ...shape })

export function anEngine(answer: (ask: Ask) => Partial<Reading>, scene = NO_SCENE): VisionEngine {
  return {
    name: 'test',
    version: '1',
    can: { scene: true, regions: true },
    scene: async () => scene,
    async *read(_photo, ask) {
      yield { kind: 'progress', done: 1, total: 2 }
      yield { kind: 'reading', reading: { lines: [], beers: [], complete: true, ...answer(ask) } }
    },
    close: async () => {},
  }
}

/** Lines that only the pass over the whole upright photo reads. */
export const upright = (lines: TextLine[]) => (ask: Ask) => ({ lines: ask.rotation || ask.region ? [] : lines })

export async function stepsOf(
  engine: VisionEngine,
  context: RecogniseAsk['context'],
  deadline = Number.POSITIVE_INFINITY,
): Promise<RecogniseStep[]> {
  const call = context === 'menu' ? 'menu' : 'identify'
  const limits = { signal: new AbortController().signal, deadline }
  const steps: RecogniseStep[] = []
  for await (const step of openRecognition({ engine, catalogue })(PHOTO, { context, call }, limits)) steps.push(step)
  return steps
}

export async function outcomeOf(
  engine: VisionEngine,
  context: RecogniseAsk['context'],
  deadline?: number,
): Promise<Outcome> {
  const last = (await stepsOf(engine, context, deadline)).at(-1)
  if (last?.kind !== 'complete') throw new Error('recognition ended without an outcome')
  return last.outcome
}

export const namesOf = ({ sightings }: Outcome) =>
  sightings.map(({ verdict, candidates, printed }) =>
    verdict === 'listed' ? catalogue.beer(candidates[0]?.beerId ?? 0)?.name : `${verdict}: ${printed.name}`,
  )

/** A short menu; `slope` rotates it. */
export function aMenu(slope = 0): TextLine[] {
  const at = (text: string, x: number, y: number, height = 2) => aLine(text, x, y + x * slope, { height, slope })
  return [
    at('House Beers', 10, 3, 4),
    at('Draft Beer', 10, 12),
    at('Kwispel Dubbel', 10, 18),
    at('6.8%', 60, 18),
    at('$5.50', 80, 18),
    at('Moorhen Oatmeal Stout', 10, 24),
    at('4.9%', 60, 24),
    at('$6.00', 80, 24),
    at('Harbour Beacon Porter', 10, 30),
    at('$6.20', 80, 30),
    at('Wine', 10, 40),
    at('Merlot', 10, 46),
    at('$7.00', 80, 46),
  ]
}
