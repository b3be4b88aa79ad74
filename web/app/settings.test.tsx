import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { listFavorites, listScans, updateBeerImages } from '#contracts'
import { spec } from '#testing/spec.ts'
import { preferences } from '#web/device/preferences.ts'
import { loadLanguage } from '#web/language/language.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aScan, aSightedBeer, aUser } from '#web/testing/builders.ts'
import { answers, refuses } from '#web/testing/network.ts'

afterEach(() => loadLanguage('en'))

const statOf = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent

it('shows the user, their statistics and activity, and a sign-out link', spec('2.10.3', '2.10.11', '6.3'), async () => {
  const scans = Array.from({ length: 7 }, (_, n) => aScan({ beer: aSightedBeer({ name: `Scan ${n}` }) }))
  answers(listScans, { status: 200, body: scans })
  answers(listFavorites, { status: 200, body: [aFavorite({ beer: aBeer({ rating: 88.8 }) })] })
  const { user } = openApp('/profile', aUser({ firstName: 'Ada', lastName: 'Brewer', email: 'ada@example.org' }))
  expect(await screen.findByRole('heading', { name: 'Ada Brewer' })).toBeVisible()
  expect(screen.getByText('AB')).toBeVisible()
  expect(screen.getByText('ada@example.org')).toBeVisible()
  await screen.findByText('88.8')
  const stats = ['Total Scans', 'Favorite Beers', 'Avg Rating'].map((term) => [term, statOf(term)])
  expect(stats).toEqual([
    ['Total Scans', '7'],
    ['Favorite Beers', '1'],
    ['Avg Rating', '88.8'],
  ])
  expect(screen.queryByRole('link', { name: 'Scan 5' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'See More (2 more)' }))
  expect(screen.getByRole('link', { name: 'Scan 6' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/api/logout')
})

it(
  'stores preferences in the browser, and resets them',
  spec('2.15.1', '2.15.2', '3.8.1', '8.3.8', '8.3.9'),
  async () => {
    const { user } = openApp('/notification-preferences')
    const digest = await screen.findByRole('switch', { name: 'Weekly digest' })
    expect(digest).not.toBeChecked()
    await user.click(digest)
    expect(await screen.findByText('Preferences Updated')).toBeVisible()
    expect(preferences.get().weeklyDigest).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Reset to Defaults' }))
    expect(await screen.findByText('Preferences Reset')).toBeVisible()
    expect(digest).not.toBeChecked()
  },
)

it('exports data as a file, and disables the export of what is empty', spec('5.13', '8.3.7'), async () => {
  answers(listScans, { status: 200, body: [aScan()] })
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:test')
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { user } = openApp('/export-data')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export Scans' })).toBeEnabled())
  expect(screen.getByRole('button', { name: 'Export Favorites' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Export Searches' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Export Scans' }))
  expect(await screen.findByText('Export Complete')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'CSV' }))
  await user.click(screen.getByRole('button', { name: 'Export All Data' }))
  await waitFor(() => expect(names).toHaveLength(2))
  expect(names[0]).toMatch(/^beergoggles-scans-\d{4}-\d\d-\d\d\.json$/)
  expect(names[1]).toMatch(/^beergoggles-all-\d{4}-\d\d-\d\d\.csv$/)
  expect(createUrl).toHaveBeenCalledTimes(2)
})

it('reports a failed export', spec('8.2.8'), async () => {
  answers(listScans, { status: 200, body: [aScan()] })
  const { user } = openApp('/export-data')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export Scans' })).toBeEnabled())
  refuses(listScans, 'unavailable', 'The kitchen is busy')
  await user.click(screen.getByRole('button', { name: 'Export Scans' }))
  expect(await screen.findByText('Export Failed')).toBeVisible()
  expect(screen.getByText('There was an error exporting your data. Please try again.')).toBeVisible()
})

it('refreshes the pictures, and shows the result or the error', spec('2.1.12', '8.2.7'), async () => {
  answers(updateBeerImages, { status: 200, body: { message: 'Checked 4, removed 1.' } })
  const { user } = openApp('/refresh')
  await user.click(await screen.findByRole('button', { name: 'Update images' }))
  expect(await screen.findByText('Checked 4, removed 1.')).toBeVisible()
  refuses(updateBeerImages, 'too_many_requests', 'Please wait a minute')
  await user.click(screen.getByRole('button', { name: 'Update images' }))
  expect(await screen.findByText('Error updating images')).toBeVisible()
})

it('words the result of the pictures in the language of the page', async () => {
  await loadLanguage('de')
  const counts = { checked: 1_204, removed: 1, found: 2, unreachable: 0, left: 3 }
  answers(updateBeerImages, { status: 200, body: { message: 'Beer images updated', counts, hasSource: true } })
  const { user } = openApp('/refresh')
  await user.click(await screen.findByRole('button', { name: 'Bilder aktualisieren' }))
  const result = 'Bierbilder aktualisiert: 1.204 geprüft, 1 entfernt, 2 gefunden, 0 nicht erreichbar, 3 übrig.'
  expect(await screen.findByText(result)).toBeVisible()
})

it(
  'names versions on the about page, and says that photos are not stored',
  spec('2.15.7', '2.15.8', '2.15.11'),
  async () => {
    openApp('/about')
    expect(await screen.findByText(/Images are not stored after analysis/)).toBeVisible()
    expect(screen.getByText('2.0')).toBeVisible()
    expect(screen.getByText('2.1')).toBeVisible()
    expect(screen.getByText('2.0.0 (abc1234)')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
  },
)
