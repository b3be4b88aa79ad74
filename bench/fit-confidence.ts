/**
 * Fits the few numbers of `recognition/confidence.json` on a folder of labelled photographs: the share of matches that are
 * right, told from the features of a match (logistic regression). Every match that recognition weighs counts, also with
 * the true beers taken out of the catalogue, as much of what people photograph is not listed. Weights that mean evidence
 * stay positive. The quality printed is that of photographs left out of the fit, an eighth at a time.
 * Usage: tsx bench/fit-confidence.ts [folder]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Candidate, type Catalogue, createCatalogue, type Words } from '#catalogue'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import {
  drinkWords,
  FEATURES,
  featuresOf,
  type MatchFeatures,
  openRecognition,
  type RecogniseAsk,
  type Shape,
} from '#recognition'
import { type EngineStep, openEngine, preparePhoto, type VisionEngine } from '#vision'
import { type NamedShipped, shippedRows } from './known-beers.ts'
import { type LabelledPhoto, openPhotoSet } from './photo-set.ts'
import { isTrueAnswer } from './score.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PARTS = 8
/** A match against a catalogue without the true beer counts less than one of a known beer. */
const OPEN_SET_WEIGHT = 0.4
const STEPS = 4_000
const RATE = 0.5
const RIDGE = 0.002
const SHAPES: readonly Shape[] = ['single', 'group', 'menu']
const ASKS: Record<Shape, RecogniseAsk> = {
  single: { context: 'single_beer', call: 'identify' },
  group: { context: 'fridge', call: 'identify' },
  menu: { context: 'menu', call: 'menu' },
}

interface Example {
  photo: string
  shape: Shape
  features: MatchFeatures
  isRight: boolean
  weight: number
}

const examples = await collect(resolve(process.argv[2] ?? join(ROOT, '../shared/photos')))
report(examples)
const fitted = fitModel(examples)
writeFileSync(join(ROOT, 'recognition/confidence.json'), `${JSON.stringify(asFile(fitted), null, 2)}\n`)

async function collect(folder: string): Promise<Example[]> {
  const { shipped, rows, nameOf } = shippedRows()
  const catalogue = createCatalogue(rows, shipped)
  const engine = remembering(await openEngine('embedded'))
  const found: Example[] = []
  for (const photo of openPhotoSet(folder).photos) {
    const picture = await preparePhoto(readFileSync(join(folder, photo.file)), PHOTO_MAX_SIDE_PX)
    const isTrue = (beer: NamedShipped | undefined) => beer !== undefined && isTrueAnswer(photo, beer)
    const gone = rows.beers.filter(({ id }) => isTrue(nameOf(id)))
    const unchanged = { version: 1, breweries: [], beers: [], removedBreweries: [], removedBeers: [] }
    for (const isOpen of [false, true]) {
      if (isOpen) catalogue.apply({ ...unchanged, removedBeers: gone.map(({ id }) => id) })
      for (const shape of photo.class === 'negative' ? SHAPES : [photo.class]) {
        let around = drinkWords('')
        const watched = watching(catalogue, (best, candidates, words) => {
          const isRight = isTrue(nameOf(best.beerId))
          const [features] = featuresOf(candidates, words, around)
          if (features && (isRight || isComplete(photo))) {
            found.push({ photo: photo.id, shape, features, isRight, weight: isOpen ? OPEN_SET_WEIGHT : 1 })
          }
        })
        engine.onLines = (text) => {
          around = drinkWords(text)
        }
        const call = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
        for await (const _ of openRecognition({ engine, catalogue: watched })(picture, ASKS[shape], call));
      }
      if (isOpen) catalogue.apply({ ...unchanged, beers: gone })
    }
    engine.forget()
    process.stderr.write('.')
  }
  await engine.close()
  process.stderr.write('\n')
  return found
}

/** Only where everything is labelled does an unlabelled beer mean an error. */
function isComplete({ truth }: LabelledPhoto): boolean {
  return !('list_complete' in truth) || truth.list_complete
}

/** A catalogue that tells of every match with a candidate that could be an answer. */
function watching(
  catalogue: Catalogue,
  onMatch: (best: Candidate, candidates: Candidate[], words: readonly Words[]) => void,
): Catalogue {
  const seen = new Set<string>()
  return {
    ...catalogue,
    match(words, limit, facts) {
      const candidates = catalogue.match(words, limit, facts)
      const [best] = candidates
      const key = words.map(({ text }) => text).join('\n')
      if (best && !best.generic && !seen.has(key)) onMatch(best, candidates, words)
      seen.add(key)
      return candidates
    },
  }
}

/** An engine that reads each photo once per question, however often it is asked. */
function remembering(engine: VisionEngine) {
  const known = new Map<string, EngineStep[]>()
  return {
    ...engine,
    onLines: (_text: string) => {},
    forget: () => known.clear(),
    async *read(...[photo, ask, call]: Parameters<VisionEngine['read']>) {
      const key = JSON.stringify(ask)
      const steps = known.get(key) ?? []
      if (steps.length === 0) for await (const step of engine.read(photo, ask, call)) steps.push(step)
      known.set(key, steps)
      for (const step of steps) {
        if (step.kind === 'reading') this.onLines(step.reading.lines.map(({ text }) => text).join('\n'))
        yield step
      }
    },
  }
}

interface Fitted {
  bias: Record<Shape, number>
  weights: MatchFeatures
}

function fitModel(all: readonly Example[]): Fitted {
  const spread = spreadOf(all)
  const bias = { single: 0, group: 0, menu: 0 }
  const weights = featuresWith(() => 0)
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  for (let step = 0; step < STEPS; step++) {
    const biasSlope = { single: 0, group: 0, menu: 0 }
    const slope = featuresWith(() => 0)
    for (const { shape, features, isRight, weight } of all) {
      const sum = FEATURES.reduce((z, name) => z + (weights[name] * features[name]) / spread[name], bias[shape])
      const error = (1 / (1 + Math.exp(-sum)) - Number(isRight)) * weight
      biasSlope[shape] += error
      for (const name of FEATURES) slope[name] += (error * features[name]) / spread[name]
    }
    for (const shape of SHAPES) bias[shape] -= (RATE * biasSlope[shape]) / total
    for (const name of FEATURES) {
      const next = weights[name] - RATE * (slope[name] / total + RIDGE * weights[name])
      weights[name] = name === 'other' ? Math.min(0, next) : Math.max(0, next)
    }
  }
  return { bias, weights: featuresWith((name) => weights[name] / spread[name]) }
}

function spreadOf(all: readonly Example[]): MatchFeatures {
  return featuresWith((name) => {
    const values = all.map(({ features }) => features[name])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1
  })
}

function featuresWith(value: (name: (typeof FEATURES)[number]) => number): MatchFeatures {
  const [score, coverage, brewery] = [value('score'), value('coverage'), value('brewery')]
  return { score, coverage, brewery, explained: value('explained'), margin: value('margin'), other: value('other') }
}

function confidenceOf({ bias, weights }: Fitted, { shape, features }: Example): number {
  return 1 / (1 + Math.exp(-FEATURES.reduce((sum, name) => sum + weights[name] * features[name], bias[shape])))
}

/** Calibration on photographs that the fit has not seen. */
function report(all: readonly Example[]): void {
  const photos = [...new Set(all.map(({ photo }) => photo))]
  const told = Array.from({ length: PARTS }, (_, part) => {
    const left = new Set(photos.filter((_, index) => index % PARTS === part))
    const model = fitModel(all.filter(({ photo }) => !left.has(photo)))
    return all
      .filter(({ photo }) => left.has(photo))
      .map((example) => ({ example, told: confidenceOf(model, example) }))
  }).flat()
  process.stdout.write(`${all.length} matches, ${all.filter(({ isRight }) => isRight).length} right\n`)
  process.stdout.write('told       matches  really right\n')
  for (const [low, high] of [
    [0, 0.2],
    [0.2, 0.4],
    [0.4, 0.5],
    [0.5, 0.6],
    [0.6, 0.8],
    [0.8, 0.9],
    [0.9, 1.01],
  ] as const) {
    const inside = told.filter((entry) => entry.told >= low && entry.told < high)
    const right = inside.filter(({ example }) => example.isRight).length
    const share = inside.length === 0 ? '-' : (right / inside.length).toFixed(2)
    process.stdout.write(
      `${low.toFixed(1)}-${Math.min(1, high).toFixed(1)}    ${String(inside.length).padStart(7)}  ${share}\n`,
    )
  }
}

function asFile({ bias, weights }: Fitted) {
  const rounded = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(3))]))
  return { bias: rounded(bias), weights: rounded(weights) }
}
