/**
 * Asks about photos again whose readings are kept: with beers taken out of the catalogue, or judged by other numbers. Only
 * a look that nobody took before is taken, so that what differs is the matching.
 */
import { type Catalogue, createCatalogue } from '#catalogue'
import { type Outcome, openRecognition, type ReaderOptions } from '#recognition'
import { openEngine, type Photo } from '#vision'
import { type AnsweredBeer, ASKS, beersOf, type Mode } from './answers.ts'
import type { ShippedRows } from './known-beers.ts'
import { rememberingEngine } from './remembering-engine.ts'

export interface Rematch {
  /** `through`: asks this catalogue in place of the whole one. */
  beers(photo: Photo, mode: Mode, through?: (whole: Catalogue) => Catalogue): Promise<AnsweredBeer[]>
  /** What `work` gives while the catalogue lacks these beers. */
  without<T>(beerIds: readonly number[], work: () => Promise<T>): Promise<T>
  /** Called with the text of each reading, before it is matched. */
  onText: (text: string) => void
  /** Looks that were not remembered. */
  readonly newLooks: number
  close(): Promise<void>
}

interface Kept {
  engine: ReaderOptions['engine']
  catalogue: ShippedRows
  readings: string
}

export async function openRematch({ engine: { name, ...settings }, catalogue, readings }: Kept): Promise<Rematch> {
  const { rows, shipped } = catalogue
  const whole = createCatalogue(rows, shipped)
  const reading = await openEngine(name, { settings })
  let newLooks = 0
  const engine = rememberingEngine(reading, readings, () => {
    newLooks += 1
  })
  const change = (change: { beers?: typeof rows.beers; removedBeers?: number[] }) =>
    whole.apply({ version: 1, breweries: [], beers: [], removedBeers: [], removedBreweries: [], ...change })
  const rematch: Rematch = {
    onText: () => {},
    get newLooks() {
      return newLooks
    },
    async beers(photo, mode, through = (same) => same) {
      const told = {
        ...engine,
        async *read(...question: Parameters<typeof engine.read>) {
          for await (const step of engine.read(...question)) {
            if (step.kind === 'reading') rematch.onText(step.reading.lines.map(({ text }) => text).join('\n'))
            yield step
          }
        },
      }
      const call = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
      let outcome: Outcome | undefined
      for await (const step of openRecognition({ engine: told, catalogue: through(whole) })(photo, ASKS[mode], call)) {
        if (step.kind === 'complete') outcome = step.outcome
      }
      if (!outcome) throw new Error('Recognition ended without an outcome')
      return beersOf(outcome, catalogue)
    },
    async without(beerIds, work) {
      change({ removedBeers: [...beerIds] })
      try {
        return await work()
      } finally {
        const gone = new Set(beerIds)
        change({ beers: rows.beers.filter(({ id }) => gone.has(id)) })
      }
    },
    close: () => reading.close(),
  }
  return rematch
}
