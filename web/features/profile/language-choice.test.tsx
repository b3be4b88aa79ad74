import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { chosenLanguage } from '#web/device/preferences.ts'
import { loadLanguage } from '#web/language/language.ts'
import { openApp } from '#web/testing/app.tsx'

afterEach(() => loadLanguage('en'))

it('offers each language by its own name, stores the choice and loads the page again', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const { user } = openApp('/profile')
  await user.click(await screen.findByRole('button', { name: /^Language/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Language' }))
  expect(sheet.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true')
  const german = sheet.getByRole('button', { name: 'Deutsch' })
  expect(german).toHaveAttribute('lang', 'de')
  await user.click(german)
  expect(chosenLanguage.get()).toBe('de')
  expect(reload).toHaveBeenCalledOnce()
})

it('shows screens, tabs and counts in German', async () => {
  await loadLanguage('de')
  openApp('/profile')
  expect(await screen.findByRole('heading', { name: 'Einstellungen' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Favoriten' })).toBeVisible()
  expect(screen.getByText('Sprache')).toBeVisible()
  expect(screen.getByText('Deutsch')).toBeVisible()
})
