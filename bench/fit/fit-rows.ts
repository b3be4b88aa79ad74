/**
 * Fits the weights in `recognition/menu/row-labels.json` to drawn menus and the menus of a folder of labelled photos, and prints how well weights
 * that were fitted without a source label its rows. Usage: tsx bench/fit/fit-rows.ts <folder> <folder of stored readings>
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openCatalogue } from '#catalogue'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import { preparePhoto, type TextLine, type VisionEngine } from '#vision'
import { menuRows } from '../../recognition/menu/menu-rows.ts'
import { labelsOf, type RowModel, rowPages } from '../../recognition/menu/row-labels.ts'
import { shippedRows } from '../photos/known-beers.ts'
import { openPhotoSet, type PhotoOf } from '../photos/photo-set.ts'
import { recordingEngine } from '../photos/recording-engine.ts'
import { foldsOf, sourcesOf } from '../photos/sources.ts'
import { drawnRows } from './drawn-rows.ts'
import { allowedLabels, type RowExample } from './row-examples.ts'
import { fitRows, namedWeights } from './row-fit.ts'

const FOLDS = 6
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const [folder, readings, foldsFile] = process.argv.slice(2).map((path) => resolve(path))
if (folder === undefined || readings === undefined) exitWithUsage()
const shipped = shippedRows()
const pageOf = rowPages(openCatalogue(shipped.rows, shipped.shipped))
const drawn = drawnRows(shipped, pageOf)
const examples = await photographed(folder, readings)
console.error(
  `${examples.length} menus, ${new Set(examples.map(({ source }) => source)).size} sources, ${examples.flatMap(({ page }) => page.rows).length} rows, drawn ${drawn.flatMap(({ page }) => page.rows).length} rows, ${process.uptime()} s`,
)
const whole = fitRows([...examples, ...drawn])
writeFileSync(join(ROOT, 'recognition/menu/row-labels.json'), `${JSON.stringify(namedWeights(whole), null, 2)}\n`)
const foldOf = foldsOf(
  examples.map(({ source }) => source),
  FOLDS,
)
const folds = Array.from({ length: FOLDS }, (_, fold) => {
  const isHeld = ({ source }: RowExample) => foldOf.get(source) === fold
  return {
    model: fitRows([...examples.filter((example) => !isHeld(example)), ...drawn]),
    held: examples.filter(isHeld),
  }
})
console.error(process.uptime())
report(
  'sources held out',
  folds.map(({ held, model }) => ({ examples: held, model })),
)
report('fitted', [{ examples, model: whole }])
report('drawn', [{ examples: drawn, model: whole }])
if (foldsFile)
  writeFileSync(
    foldsFile,
    JSON.stringify(folds.flatMap(({ held, model }) => held.map(({ photo }) => [photo, namedWeights(model)]))),
  )

type Photographed = RowExample & { photo: string }

async function photographed(photoFolder: string, readingsFolder: string): Promise<Photographed[]> {
  const { photos } = openPhotoSet(photoFolder)
  const sourceOf = sourcesOf(photos)
  const engine = recordingEngine(
    {
      read: () => {
        throw new Error('no stored reading')
      },
    } as unknown as VisionEngine,
    readingsFolder,
  )
  const found: Photographed[] = []
  for (const photo of photos.filter((photo): photo is PhotoOf<'menu'> => photo.class === 'menu')) {
    const picture = await preparePhoto(readFileSync(join(photoFolder, photo.file)), PHOTO_MAX_SIDE_PX)
    let lines: readonly TextLine[] = []
    const call = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
    for await (const step of engine.read(picture, { context: 'menu', detail: 'full' }, call))
      if (step.kind === 'reading') lines = step.reading.lines
    const rows = menuRows(lines, picture)
    found.push({
      photo: photo.id,
      source: sourceOf.get(photo.id) ?? photo.id,
      page: pageOf(rows),
      allowed: allowedLabels(photo, rows),
      weight: 1,
    })
  }
  return found
}

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
  console.error('usage: tsx bench/fit/fit-rows.ts <folder with photos.json> <folder of stored readings>')
  process.exit(2)
}
