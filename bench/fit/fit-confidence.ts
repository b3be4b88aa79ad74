/**
 * Fits the calibration in `recognition/confidence.json` to a folder of labelled photos: the probability that a match is
 * right, given its features. The printed quality is cross-validated. Usage: tsx bench/fit/fit-confidence.ts <folder>
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import type { Calibration } from '#recognition'
import { preparePhoto } from '#vision'
import { shippedRows } from '../photos/known-beers.ts'
import { openPhotoSet } from '../photos/photo-set.ts'
import { openRematch } from '../photos/rematch.ts'
import { type Example, examplesOf } from './confidence-examples.ts'
import { confidenceOf, crossFit, fitConfidence } from './confidence-fit.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const folder = process.argv[2] ? resolve(process.argv[2]) : exitWithUsage()
const { photos } = openPhotoSet(folder)
const examples = await collect()
report(examples)
const fitted = fitConfidence(examples)
writeFileSync(join(ROOT, 'recognition/confidence.json'), `${JSON.stringify(asFile(fitted), null, 2)}\n`)

function exitWithUsage(): never {
  console.error('usage: tsx bench/fit/fit-confidence.ts <folder with photos.json>')
  process.exit(2)
}

async function collect(): Promise<Example[]> {
  const catalogue = shippedRows()
  const readings = mkdtempSync(join(tmpdir(), 'bg-readings-'))
  const rematch = await openRematch({ engine: { name: 'embedded' }, catalogue, readings })
  const found: Example[] = []
  try {
    for (const photo of photos) {
      const picture = await preparePhoto(readFileSync(join(folder, photo.file)), PHOTO_MAX_SIDE_PX)
      found.push(...(await examplesOf(photo, picture, rematch, catalogue)))
      process.stderr.write('.')
    }
  } finally {
    await rematch.close()
    rmSync(readings, { recursive: true })
  }
  process.stderr.write('\n')
  return found
}

/** Prints the cross-validated calibration. */
function report(all: readonly Example[]): void {
  const predictions = crossFit(all, photos).flatMap(({ heldOut, fitted: model }) =>
    all
      .filter(({ photo }) => heldOut.has(photo))
      .map((example) => ({ example, confidence: confidenceOf(model, example) })),
  )
  process.stdout.write(`${all.length} matches, ${all.filter(({ isRight }) => isRight).length} right\n`)
  process.stdout.write('confidence     matches  right\n')
  for (const [low, high] of [
    [0, 0.2],
    [0.2, 0.4],
    [0.4, 0.5],
    [0.5, 0.6],
    [0.6, 0.8],
    [0.8, 0.9],
    [0.9, 1.01],
  ] as const) {
    const inside = predictions.filter(({ confidence }) => confidence >= low && confidence < high)
    const right = inside.filter(({ example }) => example.isRight).length
    const share = inside.length === 0 ? '-' : (right / inside.length).toFixed(2)
    process.stdout.write(
      `${low.toFixed(1)}-${Math.min(1, high).toFixed(1)}    ${String(inside.length).padStart(7)}  ${share}\n`,
    )
  }
}

function asFile({ bias, weights }: Calibration) {
  const rounded = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(3))]))
  return { bias: rounded(bias), weights: rounded(weights) }
}
