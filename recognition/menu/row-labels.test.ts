import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { aTextLine } from '#testing/text-line.ts'
import { menuRows } from './menu-rows.ts'
import { labelsOf, modelOf, rowLabeller, rowPages } from './row-labels.ts'

const catalogue = openCatalogue({ version: 1, breweries: [], beers: [] }, loadShipped())
const PAGE = { width: 1_000, height: 1_000 }

/** The labels of a page of lines: text, its top left corner in percent, and its height. */
function labelsFor(printed: readonly [text: string, x: number, y: number, height?: number][]) {
  const rows = menuRows(
    printed.map(([text, x, y, height]) => aTextLine(text, x, y, { height })),
    PAGE,
  )
  return [...rowLabeller(catalogue)(rows).labels].map(([{ text }, label]) => `${label}: ${text}`)
}

test('reads name, description and a line of facts as one item', () => {
  const items = ['Zwartgans Nacht', 'Mistral Lantern', 'Harbour Beacon', 'Quiet Orchard']
  const labels = labelsFor(
    items.flatMap((name, index): [string, number, number, number][] => [
      [name, 20, 10 + index * 16, 2.4],
      ['Our take on the classic, with notes of citrus and pine', 10, 13 + index * 16, 2],
      ['and a dry finish that lingers on the tongue', 10, 15.5 + index * 16, 2],
      [`${5 + index}.1% ABV  Leeds  30 IBU`, 20, 18 + index * 16, 2],
    ]),
  )
  expect(labels.filter((label) => label.startsWith('name'))).toEqual(items.map((name) => `name: ${name}`))
  expect(labels.filter((label) => label.startsWith('detail'))).toHaveLength(12)
})

test('reads short names in capitals over a style and a place as names, not as headings', () => {
  const items = ['ZWARTGANS', 'MISTRAL LANTERN', 'BEACON', 'QUIET ORCHARD', 'MOORHEN']
  const labels = labelsFor(
    items.flatMap((name, index): [string, number, number][] => [
      [name, 40 - name.length / 2, 6 + index * 18],
      ['brown ale', 36, 8.5 + index * 18],
      ['Denver, CO', 35, 11 + index * 18],
    ]),
  )
  expect(labels.filter((label) => label.startsWith('name'))).toEqual(items.map((name) => `name: ${name}`))
})

test('never reads a detail without a name above it', () => {
  const rows = menuRows([aTextLine('one', 10, 10), aTextLine('two', 10, 13), aTextLine('three', 10, 40)], PAGE)
  const eager = modelOf({ row: { detail: { bias: 9 }, name: { bias: 5 } }, pair: {} })
  expect([...labelsOf(rowPages(catalogue)(rows), eager).values()]).toEqual(['name', 'detail', 'name'])
})

test('gives rows of one form the same label if most of them have it', () => {
  const rows = menuRows(
    ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm'].map((text, index) => aTextLine(text, 10, 10 + index * 12)),
    PAGE,
  )
  const pageOf = rowPages(catalogue)
  const page = pageOf(rows)
  const own = page.own.map((values, index) =>
    index === 2 ? values.map((value, at) => (at === 0 ? -0.2 : value)) : values,
  )
  const model = modelOf({ row: { name: { bias: 3 } }, pair: {} })
  expect(new Set(labelsOf({ ...page, own }, model).values())).toEqual(new Set(['name']))
})
