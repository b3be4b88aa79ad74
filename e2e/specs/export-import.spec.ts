/** The user's data round trip: exported, removed, imported and exported again, with pictures too; and an import that is undone. */
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { renderSingle } from '#testing/pictures/index.ts'
import { expect, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

/** An invented export of Untappd. */
const UNTAPPD = [
  'beer_name,brewery_name,beer_type,beer_abv,beer_ibu,comment,rating_score,created_at,checkin_id,bid,brewery_id',
  'Orval,Brasserie d’Orval,Belgian Pale Ale,6.2,36,"=1+1, on the terrace",4.25,2024-01-10 20:05:09,71,3,2',
  'Zwickl vom Dachboden,Brauerei Nirgendwo,Kellerbier,5.1,0,,3.5,2024-02-11 19:00:00,72,4,9',
  'Kein Datum,Brauerei Nirgendwo,Kellerbier,5.1,0,,3.5,,73,5,9',
].join('\r\n')

async function exportAll(page: Page): Promise<Buffer> {
  await page.goto('/export-data')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export All Data' }).click()
  return await readFile(await (await saved).path())
}

async function saveArchive(page: Page): Promise<Buffer> {
  await page.goto('/export-data')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save Everything with Pictures' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^beergoggles-all-\d{4}-\d{2}-\d{2}\.zip$/)
  return await readFile(await saved.path())
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer })

/** Everything but the ids of favourites and searches, which the database assigns. */
function comparable(file: Buffer) {
  const { exportDate: _, ...data } = JSON.parse(file.toString('utf8'))
  const withoutId = ({ id: _id, ...rest }: { id: number }) => rest
  return { ...data, favorites: data.favorites.map(withoutId), searches: data.searches.map(withoutId) }
}

/** The data, and the bytes of each picture in place of its name, which an import assigns. */
function contentOf(archive: Buffer) {
  const files = unzipSync(archive)
  const { pictures, ...data } = comparable(Buffer.from(files[dataNameIn(files)] ?? []))
  const bytesOf = (file: string) => Buffer.from(files[file] ?? []).toString('base64')
  return {
    ...data,
    pictures: pictures.map(({ file, ...about }: { file: string }) => ({ ...about, bytes: bytesOf(file) })),
  }
}

const dataNameIn = (files: object) => Object.keys(files).find((name) => name.endsWith('.json')) ?? ''

test('an import restores exported data that was removed', async ({ openPhone }) => {
  const { page } = await openPhone({ isSignedIn: true })
  await page.goto('/search')
  await page.getByRole('searchbox').fill('westmalle tripel')
  await page
    .getByRole('link', { name: /Tripel/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Save Beer' }).click()
  await expect(page.getByText('Beer Saved').first()).toBeVisible()
  const beerId = Number(new URL(page.url()).searchParams.get('beer'))
  const options = { headers: { origin: new URL(page.url()).origin } }
  await page.request.put(`/api/beers/${beerId}/rating`, { ...options, data: { rating: 91 } })
  const menuData = [{ id: beerId, price: '€ 5,20', section: 'Fles' }]
  const { id: scanId } = await (
    await page.request.post('/api/save-menu', { ...options, data: { beerId, menuData } })
  ).json()
  const before = await exportAll(page)
  expect(comparable(before)).toMatchObject({ scans: [{ id: scanId }], favorites: [{ beerId }], totalRecords: 3 })

  for (const path of [`/api/scans/${scanId}`, `/api/favorites/${beerId}`]) await page.request.delete(path, options)
  for (const { id } of await (await page.request.get('/api/search-history')).json())
    await page.request.delete(`/api/search-history/${id}`, options)
  await page.request.delete(`/api/beers/${beerId}/rating`, options)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Export Scans' })).toBeDisabled()

  await choose(page, 'beergoggles-all.json', before)
  await expect(page.getByRole('heading', { name: "What's in this file" })).toBeVisible()
  await page.getByRole('button', { name: 'Import 4 new' }).click()
  await expect(page.getByRole('heading', { name: 'Import Complete' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export Scans' })).toBeEnabled()
  expect(comparable(await exportAll(page))).toEqual(comparable(before))
  await page.goto(`/menu/${scanId}`)
  await expect(page.getByText('€ 5,20')).toBeVisible()
})

// Of beers that no other journey rates: an export holds what others think of them.
test('an archive brings back the pictures, and everything else', async ({ openPhone, seed }) => {
  const { page } = await openPhone({ isSignedIn: true })
  const options = { headers: { origin: new URL(page.url()).origin } }
  const { beers } = await (await page.request.get('/api/search?q=schlenkerla')).json()
  await page.request.put('/api/pictures', { ...options, data: { isKept: true } })
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  const buffer = await renderSingle({ beer, seed })
  const image = { name: 'label.jpg', mimeType: 'image/jpeg', buffer }
  const kept: Buffer[] = []
  for (const { id } of beers.slice(0, 2)) {
    const put = await page.request.put(`/api/beers/${id}/own-picture`, { ...options, multipart: { image } })
    kept.push(await (await page.request.get(`/api/pictures/${(await put.json()).id}`)).body())
  }
  await page.request.put(`/api/beers/${beers[0].id}/rating`, { ...options, data: { rating: 91 } })

  const archive = await saveArchive(page)
  const files = unzipSync(archive)
  const pictures = Object.keys(files).filter((name) => /^pictures\/[\w-]+\.webp$/.test(name))
  expect(pictures.map((name) => kept.some((bytes) => bytes.equals(files[name] ?? new Uint8Array())))).toEqual([
    true,
    true,
  ])

  await page.request.delete('/api/pictures', options)
  await page.request.put('/api/pictures', { ...options, data: { isKept: false } })
  await page.request.delete(`/api/beers/${beers[0].id}/rating`, options)
  await choose(page, 'beergoggles-all.zip', archive)
  await page.getByRole('button', { name: 'Import 4 new' }).click()
  await expect(page.getByRole('heading', { name: 'Import Complete' })).toBeVisible()
  expect(contentOf(await saveArchive(page))).toEqual(contentOf(archive))
  await page.goto('/profile')
  await page.getByRole('button', { name: /Your pictures/ }).click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(2)
})

test('check-ins from Untappd become tried beers, and can be undone', async ({ openPhone }) => {
  const { page } = await openPhone({ isSignedIn: true })
  await page.goto('/export-data')
  const path = join(tmpdir(), `untappd-${Date.now()}.csv`)
  await writeFile(path, UNTAPPD)
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a File' }).click()
  await (await picker).setFiles(path)
  await expect(page.getByText("Beers you've had")).toBeVisible()
  await expect(page.getByText('1 beer is new to us.')).toBeVisible()
  await page.getByText("1 entry can't be imported").click()
  await expect(page.getByText('1 × a check-in without a date')).toBeVisible()
  await page.getByRole('button', { name: 'Import 4 new' }).click()
  await expect(page.getByRole('heading', { name: 'Import Complete' })).toBeVisible()

  await page.goto('/search')
  await page.getByRole('searchbox').fill('zwickl vom dachboden')
  await expect(page.getByRole('link', { name: 'Zwickl vom Dachboden' })).toBeVisible()
  await page.goto('/export-data')
  await page.getByRole('button', { name: /^Undo import/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Import undone').first()).toBeVisible()
  expect(await (await page.request.get('/api/marks')).json()).toEqual([])
})

test('an unsuitable file shows an error', async ({ openPhone }) => {
  const { page } = await openPhone({ isSignedIn: true })
  await page.goto('/export-data')
  await choose(page, 'holiday.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
  await expect(page.getByText(/Choose an export from BeerGoggles or Untappd/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a File' })).toBeVisible()
})
