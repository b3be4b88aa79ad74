/**
 * Fits the scene model to a folder of labelled photos and writes `vision/engines/embedded/scene-model.json`. The photos
 * themselves are not shipped. The printed quality is cross-validated.
 * Usage: tsx bench/fit/fit-scene.ts <folder> && biome format --write vision/engines/embedded/scene-model.json
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SoftmaxModel } from '../../vision/engines/embedded/softmax-model.ts'
import { confusion } from '../photos/table.ts'
import { crossValidatedScenes } from './measure-scenes.ts'
import { sceneExamples } from './scene-examples.ts'
import { fitScene } from './scene-fit.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const folder = process.argv[2] ? resolve(process.argv[2]) : exitWithUsage()
const examples = await sceneExamples(folder)
const { exact, fridgeAsGroup, lowConfidenceErrors, confusion: table } = crossValidatedScenes(folder, examples)
process.stdout.write(
  `${examples.length} frames; ${exact.right} of ${exact.of} photos right, ${fridgeAsGroup.right} with fridge and group as one class; ${lowConfidenceErrors.right} of ${lowConfidenceErrors.of} wrong ones below the confidence threshold\n${confusion(table).join('\n')}\n`,
)
const target = join(ROOT, 'vision/engines/embedded/scene-model.json')
writeFileSync(target, `${JSON.stringify(rounded(fitScene(examples)))}\n`)

function exitWithUsage(): never {
  console.error('usage: tsx bench/fit/fit-scene.ts <folder with photos.json>')
  process.exit(2)
}

function rounded(model: SoftmaxModel): SoftmaxModel {
  const short = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(4)))
  return { ...model, means: short(model.means), stds: short(model.stds), weights: model.weights.map(short) }
}
