/**
 * Fits the weights in `catalogue/matching/posterior.json` to drawn labels and a folder of labelled photos, and prints how well weights that were
 * fitted without a source predict its photos. Usage: tsx bench/fit/fit-posterior.ts <folder> [folder of stored readings]
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import { preparePhoto } from '#vision'
import { shippedRows } from '../photos/known-beers.ts'
import { openPhotoSet } from '../photos/photo-set.ts'
import { openRematch } from '../photos/rematch.ts'
import { photoFolds } from '../photos/sources.ts'
import { drawnExamples } from './drawn-labels.ts'
import { examplesOf, type LabelExample } from './label-examples.ts'
import { fitPosterior, logLoss } from './posterior-fit.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const [folder, readings] = process.argv.slice(2).map((path) => resolve(path))
if (folder === undefined) exitWithUsage()
const { photos } = openPhotoSet(folder)
const drawn = drawnExamples(shippedRows())
const examples = await collect(folder, readings ?? mkdtempSync(join(tmpdir(), 'bg-readings-')))
const held = photoFolds(photos).map((heldOut) => ({
  examples: examples.filter(({ photo }) => heldOut.has(photo)),
  fitted: fitPosterior([...examples.filter(({ photo }) => !heldOut.has(photo)), ...drawn]),
}))
const fitted = fitPosterior([...examples, ...drawn])
const loss = (values: readonly { examples: readonly LabelExample[]; fitted: typeof fitted }[]) => {
  const losses = values.map(({ examples, fitted }) => logLoss(examples, fitted))
  return losses.reduce((sum, { total }) => sum + total, 0) / losses.reduce((sum, { weight }) => sum + weight, 0)
}
process.stdout.write(
  `${examples.length} labels of ${photos.length} photos\nlog loss a label: ${loss(held).toFixed(3)} on sources held out, ${loss([{ examples, fitted }]).toFixed(3)} on those fitted\n`,
)
writeFileSync(join(ROOT, 'catalogue/matching/posterior.json'), `${JSON.stringify(fitted, null, 2)}\n`)

function exitWithUsage(): never {
  console.error('usage: tsx bench/fit/fit-posterior.ts <folder with photos.json> [folder of stored readings]')
  process.exit(2)
}

async function collect(photoFolder: string, readingsFolder: string): Promise<LabelExample[]> {
  mkdirSync(readingsFolder, { recursive: true })
  const catalogue = shippedRows()
  const rematch = await openRematch({ engine: { name: 'embedded' }, catalogue, readings: readingsFolder })
  const found: LabelExample[] = []
  try {
    for (const photo of photos) {
      const picture = await preparePhoto(readFileSync(join(photoFolder, photo.file)), PHOTO_MAX_SIDE_PX)
      found.push(...(await examplesOf(photo, picture, rematch, catalogue)))
      process.stderr.write('.')
    }
  } finally {
    await rematch.close()
  }
  process.stderr.write('\n')
  return found
}
