import { expect, it } from 'vitest'
import { type Beer, MENU_BEERS_MAX } from '#contracts'
import { cpuMs } from '#testing/growth.ts'
import { type ItemRow, type ScanRow, toScan } from './to-scan.ts'

const UNKNOWN = {
  breweryPlace: null,
  imageUrl: null,
  provisional: null,
  ratingCount: null,
  ratingRange: null,
  standing: null,
}
const aBeer = (id: number): Beer => ({
  id,
  name: `Beer ${id}`,
  brewery: 'Brewery',
  breweryId: 1,
  style: 'Saison',
  styleFamily: 'Belgian Ale',
  abv: 6.5,
  ibu: 28,
  rating: 80,
  ratingOrigin: 'expected',
  description: null,
  styleDescription: 'Dry and peppery.',
  listed: true,
  place: 'Hainaut, Belgium',
  country: 'Belgium',
  srm: 6,
  typicalIbu: 28,
  isStoreBrand: false,
  kind: 'beer',
  status: 'current',
  ...UNKNOWN,
})

it('takes for the beers of the largest menu not much longer than writing them as JSON', async () => {
  const ids = Array.from({ length: MENU_BEERS_MAX }, (_, id) => id)
  const beers = new Map(ids.map((id) => [id, aBeer(id)]))
  const facts = { x: null, y: null, box: null, count: 1, confidence: 90, price: '€4', size: '0.3 l', section: null }
  const items = ids.map(
    (beerId) => ({ beerId, ...facts, readText: [], estimates: null, alternatives: [] }) as unknown as ItemRow,
  )
  const row = { scanType: 'menu', scannedAt: new Date() } as ScanRow
  const menu = () => toScan(row, items, beers, 'summary').menuData
  const sighted: unknown = JSON.parse(menu() ?? '')
  const least = { menu: Number.POSITIVE_INFINITY, json: Number.POSITIVE_INFINITY }
  // Compiling and collecting garbage count as well: the least of several rounds is the work itself.
  await expect
    .poll(async () => {
      least.menu = Math.min(least.menu, await cpuMs(menu))
      least.json = Math.min(least.json, await cpuMs(() => JSON.stringify(sighted)))
      return least.menu / least.json
    })
    .toBeLessThan(4)
})
