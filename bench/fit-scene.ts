/**
 * Fits the scene model to a folder of labelled photographs and writes `vision/engines/embedded/scene-model.json`. The
 * photographs stay outside; the product gets the fitted numbers. What is printed is the model's word on photographs that were
 * left out of the fit.
 * Usage: tsx bench/fit-scene.ts [folder] && biome format --write vision/engines/embedded/scene-model.json
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SoftmaxModel } from '../vision/engines/embedded/softmax-model.ts'
import { scenesToldByOthers } from './measure-scenes.ts'
import { sceneExamples } from './scene-examples.ts'
import { fitScene } from './scene-fit.ts'
import { confusion } from './table.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const folder = resolve(process.argv[2] ?? join(ROOT, '../shared/photos'))
const examples = await sceneExamples(folder)
const { exact, fridgeAsGroup, unsureOfWrong, confusion: table } = scenesToldByOthers(folder, examples)
process.stdout.write(
  `${examples.length} frames; of ${exact.of} photographs ${exact.right} right, ${fridgeAsGroup.right} with fridge and several as one; ${unsureOfWrong.right} of ${unsureOfWrong.of} wrong ones unsure\n${confusion(table).join('\n')}\n`,
)
const target = join(ROOT, 'vision/engines/embedded/scene-model.json')
writeFileSync(target, `${JSON.stringify(rounded(fitScene(examples)))}\n`)

function rounded(model: SoftmaxModel): SoftmaxModel {
  const short = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(4)))
  return { ...model, means: short(model.means), deviations: short(model.deviations), weights: model.weights.map(short) }
}
