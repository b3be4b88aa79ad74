/**
 * Scores recognition on a folder of labelled photographs and on drawn ones, through the real reader processes and the real
 * server, prints what was found and, last, every target with its figure. Run by `npm run bench`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isProvider, type ReaderOptions } from '#recognition'
import { readConfig } from '#server/config.ts'
import { enginesOf } from '#server/usage/engines-of.ts'
import { shippedRows } from './known-beers.ts'
import { measureDrawn } from './measure-drawn.ts'
import { measureLoad } from './measure-load.ts'
import { detailsOf, measurePhotos } from './measure-photos.ts'
import { measureScenes } from './measure-scenes.ts'
import { missTable } from './misses.ts'
import { openPhotoSet } from './photo-set.ts'
import { tableOf } from './table.ts'
import { type Target, targetTable } from './targets.ts'
import { failing } from './thresholds.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PARTS = ['photos', 'scene', 'drawn', 'load'] as const
type Part = (typeof PARTS)[number]
const HELP = `npm run bench -- [part ...] [folder] [options]

Scores recognition on a folder of labelled photographs (photos.json and the files it names; default ../shared/photos,
beside the repository), on drawn pictures, and as a server under load. Without a part all are measured.

  photos   the photographs: answers, times, memory; without the right beer; calibration; why beers were missed
  scene    the scene model on the photographs, fitted without the photographs it is judged by
  drawn    drawn pictures: negatives, menus, shelves whose places are known
  load     the built server with its embedded database: scans a minute, latencies of 1, 4 and 16 users, overhead

  --json <path>   where the scores and every answer are written (default .cache/bench.json)
  --only <text>   only photographs whose id contains the text, and no other part; thresholds are not applied
  --engine <name> the engine to measure (default embedded). A provider takes VISION_MODEL, VISION_API_KEY and
                  VISION_BASE_URL from the environment, and costs: every photo is asked for twice, negatives four times;
                  only the photographs are measured
  --help          this text

What is measured of photographs, with the shipped catalogue, in forked reader processes as in the product:
  scene      each photo as a camera frame (at most 640 x 480, quality 0.6). 'none' is single_beer under 0.6 with no beer.
             Beers on the shelves of a shop are a fridge, too. Unidentifiable beers (beer_present) are not scored: 'none' and
             a scene are both right. The targets count the scene model that was fitted on other photographs.
  single     identify-beer: the first answer, any candidate, the brewery (one telling word in common).
             Once more with the beer taken out of the catalogue: how often another is named. An unlisted beer with the
             right brewery is right, silence is no wrong name.
  group      identify-beer on a fridge: the share of labelled beers found, told beers that are not there (complete lists
             only), the distance to the labelled centre in percent of the frame.
  menu       parse-menu: the share of items that are beers and were found, the share of answers that are such items, the
             share of printed strengths read within 0.05, of printed prices read to the cent.
  negative   each photo in all three ways: clean when none of them names a beer.
  no hint    every photo once more with the context 'auto': the share that is answered in the shape of what it shows.
  confidence the expected calibration error of all answers, five bins of equal numbers. The numbers that confidence rests
             on are fitted anew for each eighth of the photographs, on all others.
Drawn pictures come from a fixed seed (testing/pictures): 216 without beer, a third of each kind asked about in each of the
three ways; 25 menus in five looks; 20 shelves.
Under load the model's own time is that of all looks at a photo in a process with nothing else to do, in turns with the server.
Names are compared by bench/same-beer.ts. Shares are given of all and of the beers that the catalogue lists ('known');
targets count the known. Intervals hold 95 %: Wilson's for one answer a photo, otherwise bootstrapped over photographs.
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
  const asked = PARTS.filter((part) => positionals.includes(part))
  const isWhole = values.only === undefined && !isProvider(values.engine)
  const has = (part: Part) => (asked.length === 0 ? part === 'photos' || isWhole : asked.includes(part))
  const [named] = positionals.filter((word) => !PARTS.some((part) => part === word))
  const folder = resolve(named ?? join(ROOT, '../shared/photos'))
  const hasPhotos = existsSync(join(folder, 'photos.json'))
  if (!hasPhotos && (named !== undefined || has('photos') || has('scene'))) {
    print(`There is no photos.json in ${folder}`, 2)
    // What is drawn needs no photographs; a folder that was named, or a part that lives on one, does.
    if (named !== undefined || asked.length > 0) return print(`\n${HELP}`, 2)
  }

  const load = loadavg()[0] ?? 0
  const report: Record<string, unknown> = {}
  const targets: Target[] = []
  let code = 0
  if (has('photos') && hasPhotos) {
    const { only } = values
    const measured = await measurePhotos({
      photos: openPhotoSet(folder).photos.filter(({ id }) => only === undefined || id.includes(only)),
      catalogue: shippedRows(),
      engine: engineOf(values.engine),
      bytesOf: ({ file }) => readFileSync(join(folder, file)),
    })
    print(tableOf(measured.scores, measured.memory), 0)
    print(`\n${detailsOf(measured)}\n\n${missTable(measured.misses)}`, 0)
    if (measured.cutOff.length > 0) {
      print(`\nCUT OFF by their deadline, so that less was found than could be: ${measured.cutOff.join(', ')}`, 1)
    }
    targets.push(...measured.targets)
    Object.assign(report, measured)
    for (const { what, value, bound } of only === undefined ? failing(measured.scores) : []) {
      code = print(`BELOW THE FLOOR  ${what}: ${value.toFixed(3)}, wanted ${JSON.stringify(bound)}`, 1)
    }
  }
  if (has('scene') && hasPhotos) targets.push(...(await measureScenes(folder)))
  if (has('drawn')) {
    const drawn = await measureDrawn()
    print(`\n${drawn.text}`, 0)
    targets.push(...drawn.targets)
    report.drawn = drawn
  }
  if (has('load')) {
    const served = await measureLoad()
    print(`\n${served.text}`, 0)
    targets.push(...served.targets)
  }
  mkdirSync(dirname(resolve(values.json)), { recursive: true })
  writeFileSync(resolve(values.json), JSON.stringify({ ...report, targets }, null, 2))
  print(`\n${targetTable(targets)}`, 0)
  // Whoever reads a time has to know what else the machine did.
  print(`\nload of the machine when it began: ${load.toFixed(1)}`, 0)
  return code
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
