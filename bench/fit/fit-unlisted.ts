/**
 * Fits `recognition/label/unlisted-weights.json` to a folder of labelled photos, and prints how well weights that were fitted without a source
 * describe its photos. Usage: tsx bench/fit/fit-unlisted.ts <folder> [folder of stored readings]
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openCatalogue } from '#catalogue'
import { describeLabel, type UnlistedWeights } from '../../recognition/label/unlisted-model.ts'
import { shippedRows } from '../photos/known-beers.ts'
import { type LabelledPhoto, openPhotoSet, type PhotoOf } from '../photos/photo-set.ts'
import { isProposedName, isSameBrewery } from '../photos/same-beer.ts'
import { photoFolds } from '../photos/sources.ts'
import { drawnNegatives, labelReadings } from './unlisted-examples.ts'
import { fitUnlisted } from './unlisted-fit.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const [folder, stored] = process.argv.slice(2).map((path) => resolve(path))
if (folder === undefined) exitWithUsage()
const readings = stored ?? mkdtempSync(join(tmpdir(), 'bg-readings-'))
mkdirSync(readings, { recursive: true })
const shipped = shippedRows()
const catalogue = openCatalogue(shipped.rows, shipped.shipped)
const { photos } = openPhotoSet(folder)
const bytesOf = ({ file }: LabelledPhoto) => readFileSync(join(folder, file))
const labels = await labelReadings({ photos, bytesOf, readings }, shipped)
const drawn = drawnNegatives(catalogue)
const fitted = fitUnlisted([...labels, ...drawn], catalogue)
report('fitted to all photos', () => fitted)
const folds = photoFolds(photos).map((heldOut) => {
  const others = labels.filter(({ photo }) => photo && !heldOut.has(photo.id))
  return { heldOut, weights: fitUnlisted([...others, ...drawn], catalogue) }
})
report('fitted to other sources', (id) => folds.find(({ heldOut }) => heldOut.has(id))?.weights ?? fitted)
writeFileSync(join(ROOT, 'recognition/label/unlisted-weights.json'), `${JSON.stringify(fitted, null, 2)}\n`)

function exitWithUsage(): never {
  console.error('usage: tsx bench/fit/fit-unlisted.ts <folder with photos.json> [folder of stored readings]')
  process.exit(2)
}

/** Prints what is right of the labels of unlisted beers, and how many photos remain at several probabilities. */
function report(title: string, weightsFor: (id: string) => UnlistedWeights): void {
  const described = labels.flatMap(({ photo, isListed, lines, match }) =>
    photo ? [{ photo, isListed, label: describeLabel(catalogue, lines, match, weightsFor(photo.id)) }] : [],
  )
  const unlisted = described.filter(({ photo, isListed }) => photo.class === 'single' && !isListed)
  const rightOf = (is: (truth: PhotoOf<'single'>['truth'], label: { name?: string; brewery?: string }) => boolean) =>
    unlisted.filter(({ photo, label }) => photo.class === 'single' && label && is(photo.truth, label as never)).length
  const names = rightOf(({ beers: [truth], accept_also }, { name = '', brewery = null }) =>
    truth ? isProposedName(truth, [...truth.accept_also, ...accept_also], { name, brewery }) : false,
  )
  const breweries = rightOf(({ beers: [truth] }, { brewery = '' }) =>
    truth?.brewery ? isSameBrewery(truth.brewery, brewery) : false,
  )
  const lines = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8].map((min) => {
    const shown = described.filter(({ label }) => label?.name !== undefined && label.beerProbability >= min)
    const negatives = shown.filter(({ photo }) => photo.class === 'negative').length
    return `  from ${min}: ${shown.length - negatives} labels, ${negatives} photos without beer`
  })
  process.stdout.write(
    `${title}: ${unlisted.length} unlisted, ${names} names and ${breweries} breweries right\n${lines.join('\n')}\n`,
  )
}
