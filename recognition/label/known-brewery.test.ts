import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { aTextLine } from '#testing/text-line.ts'
import { placeLines } from '../lines/layout.ts'
import { namingLines } from './known-brewery.ts'

const breweries = [
  { id: 1, name: 'Restless Brewing Co.', aliases: [], country: 'Nowhere' },
  { id: 2, name: 'Brouwerij De Zwartgans', aliases: ['Zwartgans'], country: 'Nowhere' },
]
const catalogue = openCatalogue({ version: 1, breweries, beers: [] }, loadShipped())

/** The lines that name one of the breweries, each of which has a word of it. */
function named(breweryId: number, ...texts: string[]) {
  const name = breweries.find(({ id }) => id === breweryId)?.name ?? ''
  const lines = placeLines(
    texts.map((text, index) => aTextLine(text, 10, 10 + index * 10)),
    { width: 1_000, height: 1_000 },
  )
  const hit = { breweryId, name, confidence: 1, lines: texts.map((_, index) => index) }
  return namingLines(catalogue, hit, lines).lines.map(({ line }) => line.text)
}

test.each([
  'RESTLESS',
  'The Restless',
  'RESTLESS craft beer',
  'Restless Brewing Co.',
  'RESTLESSBREWING',
  'RESTLFSS',
  'Brewed and canned by Restless, Quillport',
  'Brewed by Restless Brewing Co., 12 High Street, Quillport',
])('finds the brewery on %j', (text) => {
  expect(named(1, text)).toEqual([text])
})

test.each([
  ['a slogan', 'Stay restless'],
  ['a slogan', 'STAY RESTLESS'],
  ['a slogan', 'Be restless'],
  ['a slogan', 'Restless owned'],
  ['a slogan', 'Made for the restless'],
  ['a slogan', 'Bold. Restless. Beer.'],
  ['a part of a word', 'RESTLESSNESS'],
  ['another name', 'RESTLESS & QUILL'],
  ['the place of another brewery', 'Brewed by Quillfeather Brewing Co., Restless OR'],
  ['a place', 'BREWING CO. RESTLESS'],
  ['an importer', 'Imported by Restless Brewery Imports Ltd'],
])('finds no brewery in %s, %j', (_, text) => {
  expect(named(1, text)).toEqual([])
})

test('leaves out the sentences beside the line that names the brewery', () => {
  expect(named(1, 'RESTLESS', 'We restless folk brew at the harbour')).toEqual(['RESTLESS'])
})

test('takes an article of the brewery for a part of its name', () => {
  expect(named(2, 'DE ZWARTGANS', 'bier van de Zwartgans')).toEqual(['DE ZWARTGANS'])
})
