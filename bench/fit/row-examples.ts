/** Training examples for the labels of menu rows: the rows of labelled menus, with the labels that each may have. */
import { lettersOf, openCatalogue } from '#catalogue'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import { openEngine, preparePhoto, type TextLine } from '#vision'
import { mentionsAbv } from '../../recognition/menu/menu-row-words.ts'
import { type MenuRow, menuRows } from '../../recognition/menu/menu-rows.ts'
import { type RowLabel, type RowPage, rowPages } from '../../recognition/menu/row-labels.ts'
import type { ShippedRows } from '../photos/known-beers.ts'
import type { PhotoOf, PhotosToFit } from '../photos/photo-set.ts'
import { recordingEngine } from '../photos/recording-engine.ts'
import { similarity } from './text-similarity.ts'

export interface RowExample {
  /** Undefined for a drawn menu. */
  photo: string | undefined
  page: RowPage
  /** The labels that each row may have; undefined where the truth does not say. */
  allowed: (readonly RowLabel[] | undefined)[]
  weight: number
}

const SIMILAR_MIN = 0.62
/** A row this far below the name of an item may still be its detail. */
const DETAILS_MAX = 8

/** Of the menus among the photos. */
export async function menuExamples(
  { photos, bytesOf, readings }: PhotosToFit,
  { rows, shipped }: ShippedRows,
): Promise<RowExample[]> {
  const pageOf = rowPages(openCatalogue(rows, shipped))
  const embedded = await openEngine('embedded', { settings: {} })
  const engine = recordingEngine(embedded, readings)
  const call = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
  const found: RowExample[] = []
  try {
    for (const photo of photos) {
      if (photo.class !== 'menu') continue
      const picture = await preparePhoto(bytesOf(photo), PHOTO_MAX_SIDE_PX)
      let lines: readonly TextLine[] = []
      for await (const step of engine.read(picture, { context: 'menu', detail: 'full' }, call))
        if (step.kind === 'reading') lines = step.reading.lines
      const printed = menuRows(lines, picture)
      found.push({ photo: photo.id, page: pageOf(printed), allowed: allowedLabels(photo, printed), weight: 1 })
    }
  } finally {
    await embedded.close()
  }
  return found
}

/** The labels that the truth of a menu leaves to each of its rows. */
function allowedLabels({ truth }: PhotoOf<'menu'>, rows: readonly MenuRow[]): RowExample['allowed'] {
  const allowed: (readonly RowLabel[] | undefined)[] = rows.map(() => undefined)
  const pairs = truth.items.flatMap((item) => {
    const brewery = item.brewery ?? ''
    const variants = [
      item.name,
      `${brewery} ${item.name}`,
      `${item.name} ${item.style ?? ''}`,
      `${brewery} ${item.name} ${item.style ?? ''}`,
      item.name_en ?? '',
      ...item.accept_also,
    ]
    return rows.map((row, index) => ({
      item,
      index,
      score: Math.max(...variants.map((variant) => similarity(lettersOf(row.text), lettersOf(variant)))),
    }))
  })
  const taken = new Set<unknown>()
  const names = new Map<number, (typeof pairs)[number]['item']>()
  for (const { item, index, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < SIMILAR_MIN || taken.has(item) || names.has(index)) continue
    taken.add(item)
    names.set(index, item)
  }
  for (const index of names.keys()) allowed[index] = ['name']
  const sections = truth.items.map((item) => lettersOf(item.section ?? ''))
  const blocks = new Set([...names.keys()].map((index) => rows[index]?.block))
  for (const [index, row] of rows.entries()) {
    if (allowed[index]) continue
    const letters = lettersOf(row.text)
    if (sections.some((section) => section.length > 2 && similarity(section, letters) > 0.8))
      allowed[index] = ['heading']
    else if (blocks.has(row.block)) allowed[index] = ['heading', 'detail', 'other']
  }
  for (const [index, item] of names) {
    const name = rows[index]
    if (!name || name.facts.abv !== null) continue
    for (let next = index + 1; next < index + DETAILS_MAX; next++) {
      const row = rows[next]
      if (!row || row.block !== name.block || names.has(next)) break
      const states = (row.facts.abv !== null && row.facts.abv === item.abv) || (item.abv === null && mentionsAbv(row))
      if (!states) continue
      for (let at = index + 1; at <= next; at++) allowed[at] = ['detail']
      break
    }
  }
  return allowed
}
