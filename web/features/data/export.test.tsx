import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { listCorrections, listFavorites, listScans, listSearches } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aScan, aSearchEntry } from '#web/testing/builders.ts'
import { answers, hangs } from '#web/testing/network.ts'

afterEach(() => vi.restoreAllMocks())

function haveSome(): void {
  answers(listScans, { status: 200, body: [aScan(), aScan(), aScan()] })
  answers(listFavorites, { status: 200, body: [aFavorite(), aFavorite()] })
  answers(listSearches, { status: 200, body: [aSearchEntry()] })
}

it('counts scans, favorites and searches', spec('2.15.3'), async () => {
  haveSome()
  openApp('/export-data')
  for (const [term, count] of [
    ['Scans', '3'],
    ['Favorites', '2'],
    ['Searches', '1'],
  ] as const) {
    const name = await screen.findByText(term, { selector: 'dt' })
    await waitFor(() => expect(name.parentElement?.querySelector('dd')).toHaveTextContent(count))
  }
})

it('starts with JSON and four buttons', spec('2.15.4', '2.15.5', '9.6.1', '9.6.2'), async () => {
  openApp('/export-data')
  expect(await screen.findByRole('radio', { name: 'JSON' })).toBeChecked()
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual(['json', 'csv'])
  expect(screen.getAllByRole('button', { name: /^Export/ }).map((button) => button.textContent)).toEqual([
    'Export All Data',
    'Export Scans',
    'Export Favorites',
    'Export Searches',
  ])
})

it("contains the user's suggested corrections", async () => {
  haveSome()
  const nothing = { name: null, brewery: null, style: null, abv: null, ibu: null }
  const correction = { ...nothing, isRetired: true, note: null, beer: aBeer(), suggestedAt: '2026-03-01T20:00:00.000Z' }
  answers(listCorrections, { status: 200, body: [correction] })
  const made = vi.spyOn(URL, 'createObjectURL')
  const { user } = openApp('/export-data')
  const button = await screen.findByRole('button', { name: 'Export All Data' })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  await screen.findByText('Export Complete')
  const file = made.mock.calls.map(([blob]) => blob).find((blob) => blob instanceof Blob && blob.type.includes('json'))
  expect(JSON.parse(await new Response(file as Blob).text())).toMatchObject({ corrections: [{ isRetired: true }] })
})

it('disables the buttons while an export is running', spec('5.14'), async () => {
  haveSome()
  const { user } = openApp('/export-data')
  const buttons = () => screen.getAllByRole('button', { name: /^Export/ })
  await screen.findByRole('radio', { name: 'JSON' })
  await waitFor(() => {
    for (const button of buttons()) expect(button).toBeEnabled()
  })
  hangs(listScans)
  await user.click(screen.getByRole('button', { name: 'Export Favorites' }))
  for (const button of buttons()) expect(button).toBeDisabled()
})
