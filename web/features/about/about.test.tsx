import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'

it(
  'shows mission, features and technology, and links to the legal pages',
  spec('2.15.6', '2.15.9', '2.15.10'),
  async () => {
    openApp('/about')
    expect(await screen.findByRole('heading', { name: 'Our mission' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Features' })).toBeVisible()
    expect(screen.getByText(/Menu scanning/)).toBeVisible()
    const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
    expect(facts).toEqual(
      expect.arrayContaining([
        ['Version', '2.0'],
        ['API version', '2.1'],
        ['Database', 'PostgreSQL'],
        ['Build', '2025'],
      ]),
    )
    expect(Object.fromEntries(facts).Running).toMatch(/^\d+\.\d+\.\d+ \(\w+\)$/)
    expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
    expect(screen.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms')
  },
)

it.each([
  ['/privacy', 'Privacy Policy', 'Images are not stored after analysis'],
  ['/terms', 'Terms of Service', 'No warranty'],
])('has a static legal text at %s', spec('2.15.12', '2.15.13'), async (address, title, words) => {
  openApp(address)
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible()
  expect(screen.getByText(new RegExp(words))).toBeVisible()
})
