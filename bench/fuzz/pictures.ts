/** Mutated pictures for the real reader processes: each is read or refused, and no reader is lost. */
import { fileURLToPath } from 'node:url'
import { startReaders, UnreadablePicture } from '#recognition'
import { mutated, seedPictures } from '#testing/hostile/pictures.ts'
import { randomFrom } from '#testing/pictures/random.ts'
import { percentile } from '../statistics/shares.ts'
import { FuzzReport, type FuzzResult } from './report.ts'

const SIDE_PX = 640
const TIMEOUT_MS = 20_000
const RECENT = 100

export async function fuzzPictures(seed: number, count: number): Promise<FuzzResult> {
  /** Of the reader that decodes, in MB, after each picture. A large one leaves more for a moment. */
  const resident: number[] = []
  const typical = () => percentile(resident.slice(-RECENT), 0.5) ?? 0
  const report = new FuzzReport(count, typical)
  const readers = startReaders({
    readerScript: fileURLToPath(new URL('../../dist/server/reader.js', import.meta.url)),
    engine: { name: 'embedded' },
    lexicons: fileURLToPath(new URL('../../dist/lexicons.json', import.meta.url)),
    batchReaders: 1,
    log: { info: () => {}, warn: (facts) => report.failures.push(JSON.stringify(facts)) },
  })
  readers.update({ version: 1, beers: [], breweries: [], removedBeers: [], removedBreweries: [] })
  await readers.ready()
  const seeds = await seedPictures()
  const random = randomFrom(seed)
  for (let number = 0; number < count; number++) {
    const bytes = mutated(seeds, random)
    const prepare = async () => {
      await readers.prepare(bytes, SIDE_PX, AbortSignal.timeout(TIMEOUT_MS))
      return '2xx'
    }
    const outcome = () =>
      prepare().catch((error: unknown) => (error instanceof UnreadablePicture ? '4xx' : `5xx ${String(error)}`))
    await report.add(`picture ${number} of seed ${seed}`, outcome, (result) => result.startsWith('5xx'))
    resident.push(Math.max(...readers.status().map(({ memory }) => memory?.resident ?? 0)) / 1024 ** 2)
  }
  await readers.close()
  return report
}
