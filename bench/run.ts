/**
 * Scores a folder of labelled photographs through the real reader processes, prints a table and writes JSON. The exit code
 * is 1 when the scores are below the thresholds. Run by `npm run bench`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isProvider, type ReaderOptions } from '#recognition'
import { readConfig } from '#server/config.ts'
import { enginesOf } from '#server/usage/engines-of.ts'
import { askReaders } from './ask-readers.ts'
import { shippedRows } from './known-beers.ts'
import { openPhotoSet } from './photo-set.ts'
import { score } from './score.ts'
import { tableOf } from './table.ts'
import { failing } from './thresholds.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HELP = `npm run bench -- [folder] [options]

Scores recognition on a folder of labelled photographs: photos.json and the files it names.
The default folder is ../shared/photos, beside the repository.

  --json <path>   where the scores and every answer are written (default .cache/bench.json)
  --only <text>   only photographs whose id contains the text; thresholds are not applied
  --engine <name> the engine to measure (default embedded). A provider takes VISION_MODEL, VISION_API_KEY and
                  VISION_BASE_URL from the environment, and costs: every photo is asked for twice, negatives four times
  --help          this text

What is measured, with the embedded engine and the shipped catalogue, in forked reader processes as in the product:
  scene      each photo as a camera frame (at most 640 x 480, quality 0.6). 'none' is single_beer under 0.6 with no beer.
             Unidentifiable beers (beer_present) are not scored: 'none' and a scene are both right.
  single     identify-beer: the first answer, any candidate, the brewery (one telling word in common).
  group      identify-beer on a fridge: the share of labelled beers found, told beers that are not there (complete lists
             only), the distance to the labelled centre in percent of the frame.
  menu       parse-menu: the share of items that are beers and were found, the share of answers that are such items, the
             share of printed strengths read within 0.05.
  negative   each photo in all three ways: clean when none of them names a beer.
  no hint    every photo once more with the context 'auto': the share that is answered in the shape of what it shows.
Names are compared by bench/same-beer.ts. Shares are given of all and of the beers that the catalogue lists ('known').
Answers are the same in every run; times are those of this machine: from the photo's bytes to the complete answer.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string', default: join(ROOT, '.cache/bench.json') },
    only: { type: 'string' },
    engine: { type: 'string', default: 'embedded' },
    help: { type: 'boolean', default: false },
  },
})

process.exitCode = values.help ? print(HELP, 0) : await bench()

async function bench(): Promise<number> {
  const folder = resolve(positionals[0] ?? join(ROOT, '../shared/photos'))
  if (!existsSync(join(folder, 'photos.json'))) return print(`There is no photos.json in ${folder}\n\n${HELP}`, 2)

  const set = openPhotoSet(folder)
  const { only } = values
  const photos = set.photos.filter(({ id }) => only === undefined || id.includes(only))
  const catalogue = shippedRows()
  const { answers, memory, engineVersion } = await askReaders({
    photos,
    catalogue,
    engine: engineOf(values.engine),
    bytesOf: ({ file }) => readFileSync(join(folder, file)),
    onProgress: (done) => process.stderr.write(`\r${done} of ${photos.length} photographs`),
  })
  process.stderr.write('\n')
  const scores = score(photos, answers, catalogue.knows)
  mkdirSync(dirname(resolve(values.json)), { recursive: true })
  writeFileSync(resolve(values.json), JSON.stringify({ engineVersion, scores, memory, answers }, null, 2))
  print(tableOf(scores, memory), 0)

  const missed = only === undefined ? failing(scores) : []
  for (const { what, value, bound } of missed) {
    print(`BELOW THE FLOOR  ${what}: ${value.toFixed(3)}, wanted ${JSON.stringify(bound)}`, 1)
  }
  return missed.length > 0 ? 1 : 0
}

/** A provider's settings are those of the product. @throws ConfigProblems */
function engineOf(name: string): ReaderOptions['engine'] {
  if (!isProvider(name)) return { name }
  const { config, secrets } = readConfig({ ...process.env, VISION_ENGINE: name })
  return enginesOf(config.vision, secrets).engine
}

function print(text: string, code: number): number {
  process.stdout.write(`${text}\n`)
  return code
}
