/**
 * Matches stored readings again: with beers removed from the catalogue, or with other weights of matching. Only passes that are not
 * stored yet are run, so that differences come from matching alone.
 */
import { type Catalogue, openCatalogue, type Posterior } from '#catalogue'
import { type Outcome, openRecognition, type ReaderOptions } from '#recognition'
import { openEngine, type Photo } from '#vision'
import type { RecognitionWeights } from '../../recognition/weights.ts'
import { type AnsweredBeer, beersOf, type Mode, REQUESTS } from './answers.ts'
import type { ShippedRows } from './known-beers.ts'
import { recordingEngine } from './recording-engine.ts'

export interface Rematch {
  /** `through` replaces the catalogue, `weights` those of recognition. */
  beers(
    photo: Photo,
    mode: Mode,
    changed?: { through?: (whole: Catalogue) => Catalogue; weights?: RecognitionWeights },
  ): Promise<AnsweredBeer[]>
  /** The whole catalogue, matched with other weights. */
  weighted(posterior: Posterior): Catalogue
  /** Returns the result of `work` while these beers are removed from the catalogue, or from one that `weighted` returned. */
  without<T>(beerIds: readonly number[], work: () => Promise<T>, from?: Catalogue): Promise<T>
  /** Called with the text of each reading before it is matched. */
  onText: (text: string) => void
  /** Passes that were not stored. */
  readonly newPasses: number
  close(): Promise<void>
}

interface RematchOptions {
  engine: ReaderOptions['engine']
  catalogue: ShippedRows
  readings: string
}

export async function openRematch({
  engine: { name, ...settings },
  catalogue,
  readings,
}: RematchOptions): Promise<Rematch> {
  const { rows, shipped } = catalogue
  const whole = openCatalogue(rows, shipped)
  const reading = await openEngine(name, { settings })
  let newPasses = 0
  const engine = recordingEngine(reading, readings, () => {
    newPasses += 1
  })
  const change = (catalogue: Catalogue, change: { beers?: typeof rows.beers; removedBeers?: number[] }) =>
    catalogue.apply({ version: 1, breweries: [], beers: [], removedBeers: [], removedBreweries: [], ...change })
  const rematch: Rematch = {
    onText: () => {},
    get newPasses() {
      return newPasses
    },
    async beers(photo, mode, { through = (same: Catalogue) => same, weights = {} } = {}) {
      const answered = {
        ...engine,
        async *read(...question: Parameters<typeof engine.read>) {
          for await (const step of engine.read(...question)) {
            if (step.kind === 'reading') rematch.onText(step.reading.lines.map(({ text }) => text).join('\n'))
            yield step
          }
        },
      }
      const call = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
      const recognise = openRecognition({ engine: answered, catalogue: through(whole), weights })
      let outcome: Outcome | undefined
      for await (const step of recognise(photo, REQUESTS[mode], call)) {
        if (step.kind === 'complete') outcome = step.outcome
      }
      if (!outcome) throw new Error('Recognition ended without an outcome')
      return beersOf(outcome, catalogue)
    },
    weighted: (posterior) => openCatalogue(rows, shipped, posterior),
    async without(beerIds, work, from = whole) {
      change(from, { removedBeers: [...beerIds] })
      try {
        return await work()
      } finally {
        const gone = new Set(beerIds)
        change(from, { beers: rows.beers.filter(({ id }) => gone.has(id)) })
      }
    },
    close: () => reading.close(),
  }
  return rematch
}
