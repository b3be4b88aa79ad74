/**
 * Fits the weights in `recognition/menu/row-labels.json` to drawn menus and the menus of a folder of labelled photos, and prints how well weights
 * that were fitted without a source label its rows. Usage: tsx bench/fit/fit-rows.ts <folder> [folder of stored readings]
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openCatalogue } from '#catalogue'
import { labelsOf, type RowModel, rowPages } from '../../recognition/menu/row-labels.ts'
import { shippedRows } from '../photos/known-beers.ts'
import { openPhotoSet } from '../photos/photo-set.ts'
import { photoFolds } from '../photos/sources.ts'
import { drawnRows } from './drawn-rows.ts'
import { menuExamples, type RowExample } from './row-examples.ts'
import { fitRows, namedWeights } from './row-fit.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const [folder, stored] = process.argv.slice(2).map((path) => resolve(path))
if (folder === undefined) exitWithUsage()
const readings = stored ?? mkdtempSync(join(tmpdir(), 'bg-readings-'))
mkdirSync(readings, { recursive: true })
const shipped = shippedRows()
const menus = openPhotoSet(folder).photos.filter(({ class: shape }) => shape === 'menu')
const examples = await menuExamples(
  { photos: menus, bytesOf: ({ file }) => readFileSync(join(folder, file)), readings },
  shipped,
)
const drawn = drawnRows(shipped, rowPages(openCatalogue(shipped.rows, shipped.shipped)))
const whole = fitRows([...examples, ...drawn])
writeFileSync(join(ROOT, 'recognition/menu/row-labels.json'), `${JSON.stringify(namedWeights(whole), null, 2)}\n`)
const folds = photoFolds(menus).map((heldOut) => {
  const isHeld = ({ photo }: RowExample) => photo !== undefined && heldOut.has(photo)
  return {
    model: fitRows([...examples.filter((example) => !isHeld(example)), ...drawn]),
    examples: examples.filter(isHeld),
  }
})
report('sources held out', folds)
report('fitted', [{ examples, model: whole }])
report('drawn', [{ examples: drawn, model: whole }])

function report(what: string, parts: readonly { examples: readonly RowExample[]; model: RowModel }[]): void {
  const counts = { rows: 0, right: 0, names: 0, found: 0, answered: 0, correct: 0 }
  for (const { examples, model } of parts)
    for (const { page, allowed } of examples) {
      const labels = labelsOf(page, model)
      for (const [index, row] of page.rows.entries()) {
        const may = allowed[index]
        const label = labels.get(row)
        if (!may || !label) continue
        counts.rows++
        if (may.includes(label)) counts.right++
        if (may.includes('name')) {
          counts.names++
          if (label === 'name') counts.found++
        }
        if (label === 'name') {
          counts.answered++
          if (may.includes('name')) counts.correct++
        }
      }
    }
  const percent = (a: number, b: number) => `${((100 * a) / Math.max(1, b)).toFixed(1)} %`
  process.stdout.write(
    `${what}: rows ${percent(counts.right, counts.rows)} of ${counts.rows}, names found ${percent(counts.found, counts.names)} of ${counts.names}, correct ${percent(counts.correct, counts.answered)}\n`,
  )
}

function exitWithUsage(): never {
  console.error('usage: tsx bench/fit/fit-rows.ts <folder with photos.json> [folder of stored readings]')
  process.exit(2)
}
