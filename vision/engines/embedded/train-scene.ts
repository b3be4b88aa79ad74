/**
 * Fits the scene model to labelled photographs and writes `scene-model.json`:
 * `npx tsx vision/engines/embedded/train-scene.ts <folder with photos.json>`. The photographs stay outside; what the
 * product gets are the fitted numbers. Each photograph is seen as the app sends it (at most 640 x 480 px, quality 0.6) and as variants
 * of it (mirrored, cut, squeezed, darker, brighter); drawn pictures join the training alone. The printed accuracy is
 * cross-validated: no variant of a photograph, nor any photograph of the same session, is in the part it is judged by.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import * as z from 'zod/mini'
import { SCENE_FRAME_HEIGHT_PX, SCENE_FRAME_WIDTH_PX, SCENE_JPEG_QUALITY, type Scene } from '#contracts'
import { renderFridge, renderMenu, renderNoBeer, renderSingle } from '#testing/pictures/index.ts'
import { preparePhoto } from '../../photo.ts'
import { openModels } from './models.ts'
import { featuresOf, tellScene } from './scene.ts'
import { SCENE_FEATURES, type SceneFeatures } from './scene-features.ts'
import { probabilities, type SoftmaxModel } from './softmax-model.ts'

const CLASSES = ['single_beer', 'multiple_beers', 'fridge', 'menu', 'none'] as const
type SceneClass = (typeof CLASSES)[number]

const LabelledPhoto = z.object({
  id: z.string(),
  class: z.enum(['single', 'group', 'menu', 'negative']),
  file: z.string(),
  scene_group: z.nullable(z.string()),
  truth: z.object({ scene: z.optional(z.string()) }),
})
type LabelledPhoto = z.infer<typeof LabelledPhoto>

interface Example {
  /** Id of the photograph; of a drawn picture its source. */
  photo: string
  /** Examples of one source are never on both sides of a fold. */
  source: string
  class: SceneClass
  features: SceneFeatures
  /** The frame as the app sends it: what the accuracy is measured on. */
  isPlain: boolean
}

/** How strongly weights are pulled to zero. */
const DECAY = 0.2
const FOLDS = 10
const STEPS = 800
/** A drawn picture counts this much of a photograph's variant. */
const DRAWN_WEIGHT = 0.3

const models = openModels()
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Name the folder that holds photos.json')
  const examples = [...(await photographed(folder)), ...(await drawn())]
  report(examples)
  const target = join(fileURLToPath(new URL('.', import.meta.url)), 'scene-model.json')
  await writeFile(target, `${JSON.stringify(rounded(fitModel(examples)))}\n`)
  await models.close()
}

/** Each photograph of a folder as a model tells it that was fitted without it and without its like: scenes by id. */
export async function scenesToldByOthers(folder: string): Promise<Map<string, Scene>> {
  const examples = [...(await photographed(folder)), ...(await drawn())]
  await models.close()
  return new Map(
    judgedByOthers(examples).map(({ example: { photo, features }, model }) => [
      photo,
      tellScene(model, features, [], { width: SCENE_FRAME_WIDTH_PX, height: SCENE_FRAME_HEIGHT_PX }),
    ]),
  )
}

async function photographed(from: string): Promise<Example[]> {
  const photos = z.array(LabelledPhoto).parse(JSON.parse(await readFile(join(from, 'photos.json'), 'utf8')))
  const found: Example[] = []
  for (const photo of photos) {
    const { bytes } = await preparePhoto(await readFile(join(from, photo.file)), 2 * SCENE_FRAME_WIDTH_PX)
    for (const [index, frame] of variantsOf(bytes).entries()) {
      const source = photo.scene_group ?? photo.id
      const features = await featuresOfFrame(frame)
      found.push({ photo: photo.id, source, class: classOf(photo), features, isPlain: index === 0 })
    }
  }
  return found
}

function classOf({ class: kind, truth }: LabelledPhoto): SceneClass {
  if (kind === 'single') return 'single_beer'
  if (kind === 'menu') return 'menu'
  if (kind === 'negative') return 'none'
  return /fridge|shel(f|ves)|shop|store/.test(truth.scene ?? '') ? 'fridge' : 'multiple_beers'
}

function variantsOf(bytes: Uint8Array): Sharp[] {
  const photo = () => sharp(bytes)
  const frame = (fit: 'inside' | 'cover' | 'fill') => ({
    width: SCENE_FRAME_WIDTH_PX,
    height: SCENE_FRAME_HEIGHT_PX,
    fit,
  })
  return [
    photo().resize(frame('inside')),
    photo().resize(frame('cover')),
    photo().resize(frame('fill')),
    photo().flop().resize(frame('inside')).modulate({ brightness: 0.75 }),
    photo().flop().resize(frame('cover')).modulate({ brightness: 1.2, saturation: 0.8 }),
  ]
}

async function drawn(): Promise<Example[]> {
  const beers = [
    { name: 'River Pale', brewery: 'Old Mill Brewing', style: 'Pale Ale', abv: 5.2 },
    { name: 'Black Harbour', brewery: 'Quay Brewery', style: 'Stout', abv: 6.8 },
    { name: 'Summer Wheat', brewery: 'Field House', style: 'Witbier', abv: 4.6 },
    { name: 'Abbey Nine', brewery: 'Saint Odo', style: 'Tripel', abv: 9 },
    { name: 'Hop Meadow', brewery: 'Green Lane', style: 'IPA', abv: 6.2 },
    { name: 'Cellar Lager', brewery: 'Kaltenbach', style: 'Lager', abv: 4.9 },
  ]
  const found: Example[] = []
  for (const background of ['#000', '#444', '#888', '#ccc', '#fff', '#f3ead6', '#a06020', '#234']) {
    const { width, height } = { width: SCENE_FRAME_WIDTH_PX, height: SCENE_FRAME_HEIGHT_PX }
    const frame = sharp({ create: { width, height, channels: 3, background } })
    const source = `drawn-${background}`
    found.push({ photo: source, source, class: 'none', features: await featuresOfFrame(frame), isPlain: false })
  }
  for (let seed = 1; seed <= 8; seed++) {
    const some = beers.slice(seed % 3, (seed % 3) + 2 + (seed % 3))
    const pictures: [SceneClass, Promise<Buffer>][] = [
      [
        'single_beer',
        renderSingle({
          beer: beers[seed % beers.length] ?? some[0] ?? { name: '', brewery: '', style: null, abv: null },
          seed,
        }),
      ],
      ['multiple_beers', renderFridge({ beers: some, seed })],
      ['fridge', renderFridge({ beers: [...beers, ...beers.slice(0, seed)], seed })],
      ['menu', renderMenu({ beers, seed })],
      ['none', renderNoBeer({ seed, kind: 'room' })],
    ]
    for (const [kind, picture] of pictures) {
      const frame = sharp(await picture).resize({
        width: SCENE_FRAME_WIDTH_PX,
        height: SCENE_FRAME_HEIGHT_PX,
        fit: 'inside',
      })
      const source = `drawn-${seed}`
      found.push({ photo: source, source, class: kind, features: await featuresOfFrame(frame), isPlain: false })
    }
  }
  return found
}

async function featuresOfFrame(frame: Sharp): Promise<SceneFeatures> {
  const sent = await frame.jpeg({ quality: SCENE_JPEG_QUALITY * 100 }).toBuffer()
  const { features } = await featuresOf(await models.detector(), await preparePhoto(sent, SCENE_FRAME_WIDTH_PX))
  return features
}

/** Batch gradient descent with momentum on the cross-entropy; every class weighs between its count and an equal share. */
function fitModel(training: readonly Example[]): SoftmaxModel {
  const columns = SCENE_FEATURES.map((name) => training.map((example) => example.features[name]))
  const means = columns.map((values) => values.reduce((sum, value) => sum + value, 0) / values.length)
  const deviations = columns.map((values, index) =>
    Math.max(
      1e-6,
      Math.sqrt(values.reduce((sum, value) => sum + (value - (means[index] ?? 0)) ** 2, 0) / values.length),
    ),
  )
  const weightOf = (example: Example) => (example.source.startsWith('drawn-') ? DRAWN_WEIGHT : 1)
  const classTotal = new Map<SceneClass, number>()
  for (const example of training)
    classTotal.set(example.class, (classTotal.get(example.class) ?? 0) + weightOf(example))
  const rows = training.map((example) => ({
    inputs: [
      ...SCENE_FEATURES.map((name, index) => (example.features[name] - (means[index] ?? 0)) / (deviations[index] ?? 1)),
      1,
    ],
    truth: CLASSES.indexOf(example.class),
    weight: weightOf(example) / Math.sqrt(classTotal.get(example.class) ?? 1),
  }))
  const total = rows.reduce((sum, row) => sum + row.weight, 0)
  const size = SCENE_FEATURES.length + 1
  const weights = CLASSES.map(() => new Array<number>(size).fill(0))
  const momentum = CLASSES.map(() => new Array<number>(size).fill(0))
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((row) => row.map((weight, index) => (index === size - 1 ? 0 : DECAY * weight)))
    for (const { inputs, truth, weight } of rows) {
      const scores = weights.map((row) => row.reduce((sum, value, index) => sum + value * (inputs[index] ?? 0), 0))
      const highest = Math.max(...scores)
      const powers = scores.map((score) => Math.exp(score - highest))
      const sum = powers.reduce((all, power) => all + power, 0)
      powers.forEach((power, kind) => {
        const error = ((power / sum - (kind === truth ? 1 : 0)) * weight) / total
        const row = gradient[kind]
        if (!row) return
        inputs.forEach((input, index) => {
          row[index] = (row[index] ?? 0) + error * input
        })
      })
    }
    weights.forEach((row, kind) => {
      row.forEach((value, index) => {
        const speed = 0.9 * (momentum[kind]?.[index] ?? 0) - 0.3 * (gradient[kind]?.[index] ?? 0)
        const track = momentum[kind]
        if (track) track[index] = speed
        row[index] = value + speed
      })
    })
  }
  return { classes: CLASSES, features: SCENE_FEATURES, means, deviations, weights }
}

/** Each plain example with the model that was fitted on all other folds. */
function judgedByOthers(all: readonly Example[]): { example: Example; model: SoftmaxModel }[] {
  const sources = [...new Set(all.filter((example) => example.isPlain).map((example) => example.source))]
  const foldOf = new Map(sources.map((source, index) => [source, index % FOLDS]))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const model = fitModel(all.filter((example) => foldOf.get(example.source) !== fold))
    return all
      .filter((example) => example.isPlain && foldOf.get(example.source) === fold)
      .map((example) => ({ example, model }))
  }).flat()
}

function report(all: readonly Example[]): void {
  const confusion = CLASSES.map(() => CLASSES.map(() => 0))
  let sure = 0
  let sureRight = 0
  for (const { example, model } of judgedByOthers(all)) {
    const guesses = probabilities(model, example.features)
    const highest = Math.max(...guesses)
    const guess = guesses.indexOf(highest)
    const row = confusion[CLASSES.indexOf(example.class)]
    if (row) row[guess] = (row[guess] ?? 0) + 1
    if (highest >= 0.6) sure++
    if (highest >= 0.6 && CLASSES[guess] === example.class) sureRight++
  }
  const count = confusion.flat().reduce((sum, value) => sum + value, 0)
  const right = confusion.reduce((sum, row, index) => sum + (row[index] ?? 0), 0)
  const amongGroups = (confusion[1]?.[2] ?? 0) + (confusion[2]?.[1] ?? 0)
  console.log(
    `${FOLDS}-fold, ${count} photographs: ${right} right; ${right + amongGroups} when fridge and multiple_beers are one`,
  )
  console.log(`sure (at least 0.6) of ${sure}, of these right ${sureRight}`)
  console.log(['truth \\ answer', ...CLASSES].join('\t'))
  confusion.forEach((row, index) => {
    console.log([CLASSES[index], ...row].join('\t'))
  })
}

function rounded(model: SoftmaxModel): SoftmaxModel {
  const short = (value: number) => Number(value.toPrecision(4))
  return {
    ...model,
    means: model.means.map(short),
    deviations: model.deviations.map(short),
    weights: model.weights.map((row) => row.map(short)),
  }
}
