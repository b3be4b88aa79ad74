/**
 * Fits the few numbers of `recognition/confidence.json` on a folder of labelled photographs: the share of matches that are
 * right, told from the features of a match. The quality printed is that of photographs left out of the fit.
 * Usage: tsx bench/fit-confidence.ts [folder]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import type { FittedConfidence } from '#recognition'
import { preparePhoto } from '#vision'
import { type Example, examplesOf } from './confidence-examples.ts'
import { confidenceOf, crossFit, fitConfidence } from './confidence-fit.ts'
import { shippedRows } from './known-beers.ts'
import { openPhotoSet } from './photo-set.ts'
import { openRematch } from './rematch.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const folder = resolve(process.argv[2] ?? join(ROOT, '../shared/photos'))
const { photos } = openPhotoSet(folder)
const examples = await collect()
report(examples)
const fitted = fitConfidence(examples)
writeFileSync(join(ROOT, 'recognition/confidence.json'), `${JSON.stringify(asFile(fitted), null, 2)}\n`)

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

/** Calibration on photographs that the fit has not seen. */
function report(all: readonly Example[]): void {
  const told = crossFit(all, photos).flatMap(({ left, fitted: model }) =>
    all.filter(({ photo }) => left.has(photo)).map((example) => ({ example, told: confidenceOf(model, example) })),
  )
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

function asFile({ bias, weights }: FittedConfidence) {
  const rounded = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(3))]))
  return { bias: rounded(bias), weights: rounded(weights) }
}
