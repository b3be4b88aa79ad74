/**
 * Scores recognition on labelled photos and on drawn pictures, through the product's reader processes and server. Prints the
 * scores and, last, a table of all targets. Run by `npm run bench`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ReaderOptions } from '#recognition'
import { readConfig } from '#server/config.ts'
import { enginesOf } from '#server/features/provider-budget/engines-of.ts'
import { isProvider } from '#vision'
import { measureScenes } from '../fit/measure-scenes.ts'
import { shippedRows } from '../photos/known-beers.ts'
import { openPhotoSet } from '../photos/photo-set.ts'
import { boundFor, type Target } from '../photos/target.ts'
import { targetTable } from '../photos/target-table.ts'
import { failing } from '../photos/thresholds.ts'
import { blindError, blindProblem, blindReport } from './blind-report.ts'
import { compared, type Run, readRun } from './earlier-run.ts'
import { measureDrawn } from './measure-drawn.ts'
import { measureLoad } from './measure-load.ts'
import { measurePhotos } from './measure-photos.ts'
import { photoReport } from './photo-report.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PARTS = ['photos', 'scene', 'drawn', 'scans'] as const
type Part = (typeof PARTS)[number]
const HELP = `npm run bench -- [part ...] [folder] [options]

Scores recognition on a folder of labelled photos (photos.json and the files it names), on pictures drawn on the fly, and
as a server with several users’ scans. Without a part everything is measured.

  photos   the photos: answers, times, memory; the same without the right beer; calibration; reasons for misses
  scene    the scene model on the photos, each classified by a model fitted on photos of other sources
  drawn    drawn pictures: negatives, menus, shelves and taps with known positions
  scans    the built server with its embedded database: scans per minute, latencies for 1, 4 and 16 users, overhead

  --set <folder>  the labelled photos (default bench/sets/drawn, 28 drawn pictures); a folder as argument does the same
  --json <path>   file for the scores and every answer (default .cache/bench.json)
  --only <text>   only photos whose id contains the text, and no other part; thresholds are not applied
  --blind         totals only, printed and in the file: no photo, beer or miss is named. For sets that nobody may see.
                  Measures the photos alone, with the shipped posterior and scene model, to which they must be unknown,
                  against the bounds for such photos. With --readings, the stored texts are not blind
  --compare <json> prints the targets beside those of an earlier run, and the gap between them. If one of the two is
                  blind, it is B. Totals alone are used
  --unseen <folder>  measures that folder, too, blind, and prints the targets of both with the gap between them
  --engine <name> the engine to measure (default embedded). A provider takes VISION_MODEL, VISION_API_KEY and
                  VISION_BASE_URL from the environment and costs money: every photo is sent twice, negatives four times;
                  only the photos are measured. VISION_MODELS names a folder of networks for the embedded engine
  --readings <folder>  reuses the readings stored there and stores new ones: a second run only matches, so that the
                  effect of a change in matching shows within minutes. Its times are not recognition times
  --help          this text

How photos are scored, with the shipped catalogue and the product's reader processes:
  scene      each photo as a camera frame (at most 640 x 480, quality 0.6). 'none' is single_beer below 0.6 without a beer.
             Beers on the shelves of a shop are a fridge. Unidentifiable beers (beer_present) are not scored, as 'none' and
             a scene are both right. Targets count a model that was fitted on other photos: cross-validated by the part
             'scene', the shipped one in a blind run.
  single     identify-beer: what the user gets. 'sure' is a listed beer from confidence 0.6 on, 'ask' one below, shown with
             two others, 'new' a proposal as read with three listed beers to choose instead, 'silent' no beer at all.
             Counted for beers in the catalogue (listed) and others (unlisted), all together and by the label's difficulty.
             A proposed name is right if each word that is neither style nor brewery is within one edit, with at most one
             more word; a proposed brewery if it shares a distinctive token.
             Again with the beer taken out of the catalogue: how often the answer is sure of another.
  group      identify-beer on a fridge or taps: share of clear listed beers that are sure or among three asked; share of
             the sure answers that are not on the photo (complete lists only); distance to the labelled centre in percent
             of the frame.
  menu       parse-menu: share of the beer items that were found, share of the answers that are such items, share of
             printed ABV values read within 0.05 and of printed prices read to the cent. Photographs and scans are also
             counted apart from digital originals, where the labels say which they are (kind).
  negative   each photo in all three ways: those where one is sure of a beer, and those that only ask or propose one.
  no hint    every photo again with the context 'auto': share answered in the shape that the photo shows, and how many
             more listed single beers are sure and right than with the hint.
  confidence expected calibration error over all answers, five bins of equal size.
The targets count answers with weights that were fitted without the photo: those of the posterior, of unlisted labels and of menu
rows are fitted anew for each eighth of the photos, on all others. Photos of one source (repo, otherwise the folder) stay
together. The tables above them, the times and the photos without a hint are of the shipped weights, and so is a blind run.
Drawn pictures have a fixed seed (testing/pictures): 216 without beer, one third of each kind scored in each of the three
ways; 25 menus in five layouts; 20 shelves; 20 rows of taps.
Under load, the engine's own time is that of all passes over a photo in an otherwise idle process, measured in turn with the
server.
Names are compared by bench/photos/same-beer.ts. Shares are given for all beers and for those in the catalogue ('known');
targets of menus count the known ones. Intervals are 95 %: Wilson's where a photo has one answer, otherwise bootstrapped over photos.
Answers are the same in every run; times are those of this machine, from the photo's bytes to the complete answer.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string', default: join(ROOT, '.cache/bench.json') },
    only: { type: 'string' },
    blind: { type: 'boolean', default: false },
    compare: { type: 'string' },
    unseen: { type: 'string' },
    set: { type: 'string' },
    engine: { type: 'string', default: 'embedded' },
    readings: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

process.exitCode = values.help ? print(HELP, 0) : await bench()

async function bench(): Promise<number> {
  const earlier = values.compare === undefined ? undefined : readRun(resolve(values.compare))
  if (values.compare !== undefined && !earlier) return print(`${values.compare} is not a report of the bench.`, 2)
  const { only, blind, json, unseen: unseenFolder } = values
  const parts = PARTS.filter((part) => positionals.includes(part))
  const problem = blindProblem({ blind: blind || unseenFolder !== undefined, only, parts: blind ? parts : [] })
  if (problem) return print(problem, 2)
  if (unseenFolder !== undefined && !hasPhotoSet(unseenFolder))
    return print(`There is no photos.json in ${resolve(unseenFolder)}`, 2)
  const folder = values.set ?? positionals.find((word) => !isPart(word))
  const measured = await measuredSet({ folder, blind, parts, json })
  if (measured.run && earlier) print(`\n${compared(measured.run, earlier)}`, 0)
  if (!measured.run || unseenFolder === undefined) return measured.code
  const unseen = await measuredSet({
    folder: unseenFolder,
    blind: true,
    parts: ['photos'],
    json: json.replace(/(\.json)?$/, '-unseen.json'),
  })
  if (unseen.run) print(`\n${compared(unseen.run, measured.run)}`, 0)
  return Math.max(measured.code, unseen.code)
}

interface SetOptions {
  /** The folder of the photos, if the user named one. */
  folder: string | undefined
  blind: boolean
  /** None means all. */
  parts: readonly Part[]
  /** Where the scores are written. */
  json: string
}

/** Measures one set of photos; without a run if that was not possible, and why has been said. */
async function measuredSet(options: SetOptions): Promise<{ code: number; run?: Run }> {
  if (!options.blind) return await measure(options)
  try {
    return await measure(options)
  } catch (error) {
    // A message or stack of an error may name a photo.
    return { code: print(blindError(error), 1) }
  }
}

async function measure({ folder: named, blind, parts, json: file }: SetOptions): Promise<{ code: number; run?: Run }> {
  const { only } = values
  const isWhole = only === undefined && !blind && !isProvider(values.engine)
  const has = (part: Part) => (parts.length === 0 ? part === 'photos' || isWhole : parts.includes(part))
  const folder = resolve(named ?? join(ROOT, 'bench/sets/drawn'))
  const hasPhotos = hasPhotoSet(folder)
  if (!hasPhotos && (named !== undefined || has('photos') || has('scene'))) {
    print(`There is no photos.json in ${folder}`, 2)
    // Drawn pictures and the load need no labelled photos.
    if (named !== undefined || parts.length > 0) return { code: print(`\n${HELP}`, 2) }
  }

  const load = loadavg()[0] ?? 0
  const report: Record<string, unknown> = {}
  const targets: Target[] = []
  let code = 0
  if (has('photos') && hasPhotos) {
    const measured = await measurePhotos({
      photos: openPhotoSet(folder).photos.filter(({ id }) => only === undefined || id.includes(only)),
      catalogue: shippedRows(),
      engine: engineOf(values.engine),
      bytesOf: ({ file }) => readFileSync(join(folder, file)),
      readings: values.readings && resolve(values.readings),
      blind,
    })
    const { text, json } = blind ? blindReport(measured) : photoReport(measured)
    print(
      `engine ${values.engine}, models ${process.env.VISION_MODELS ?? 'as shipped'}, version ${measured.engineVersion}`,
      0,
    )
    print(text, 0)
    targets.push(...measured.targets)
    Object.assign(report, json)
    for (const { what, value, bound } of only === undefined ? failing(measured.scores) : []) {
      code = print(`BELOW THE THRESHOLD  ${what}: ${value.toFixed(3)}, expected ${JSON.stringify(bound)}`, 1)
    }
  }
  if (has('scene') && hasPhotos) targets.push(...(await measureScenes(folder)))
  if (has('drawn')) {
    const drawn = await measureDrawn()
    print(`\n${drawn.text}`, 0)
    targets.push(...drawn.targets)
    report.drawn = drawn
  }
  if (has('scans')) {
    const served = await measureLoad()
    print(`\n${served.text}`, 0)
    targets.push(...served.targets)
  }
  mkdirSync(dirname(resolve(file)), { recursive: true })
  const run: Run = { set: { name: basename(folder), blind }, targets: targets.map((target) => boundFor(blind, target)) }
  writeFileSync(resolve(file), JSON.stringify({ ...report, ...run }, null, 2))
  print(`\n${targetTable(run.targets)}`, 0)
  // Times mean little without the load of the machine.
  print(`\nload average at the start: ${load.toFixed(1)}`, 0)
  return { code, run }
}

function hasPhotoSet(folder: string): boolean {
  return existsSync(join(resolve(folder), 'photos.json'))
}

function isPart(word: string): word is Part {
  return PARTS.some((part) => part === word)
}

/** Reads the engine's settings as the product does. @throws ConfigProblems */
function engineOf(name: string): ReaderOptions['engine'] {
  if (!isProvider(name) && name !== 'embedded') return { name }
  const { config, secrets } = readConfig({ ...process.env, VISION_ENGINE: name })
  return enginesOf(config.vision, secrets).engine
}

function print(text: string, code: number): number {
  process.stdout.write(`${text}\n`)
  return code
}
