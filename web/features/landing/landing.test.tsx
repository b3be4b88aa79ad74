import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getUser } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { refuses } from '#web/testing/network.ts'

it('advertises recognition, ratings and menus under the brand and its tagline', spec('2.3.1', '2.3.3'), async () => {
  refuses(getUser, 'unauthenticated', 'Not signed in')
  openApp('/')
  expect(await screen.findByText('AI Beer Vision')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'BeerGoggles' })).toBeVisible()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^AI recognition/),
    expect.stringMatching(/100-point rating system/),
    expect.stringMatching(/^Menu scanning/),
  ])
})

it('draws what a scanned menu looks like, for the eye alone', async () => {
  refuses(getUser, 'unauthenticated', 'Not signed in')
  openApp('/')
  const drawn = (await screen.findByText('Tripel')).closest('[aria-hidden]')
  expect(drawn).toHaveTextContent('Pilsner4.2071Tripel5.8088Stout5.0079')
  expect(drawn?.querySelectorAll('a, button, [tabindex]')).toHaveLength(0)
})

it.each(['/menu/7?share=token', '/menu/7?table=token'])('says at %s that a menu was shared', async (address) => {
  refuses(getUser, 'unauthenticated', 'Not signed in')
  openApp(address)
  expect(await screen.findByText('Somebody shared a menu with you. Sign in to see it.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Get Started' })).toHaveAttribute(
    'href',
    `/api/login?returnTo=${encodeURIComponent(address)}`,
  )
})

it('links to the login endpoint, with the return path', spec('2.3.2', '7.2.41'), async () => {
  refuses(getUser, 'unauthenticated', 'Not signed in')
  openApp('/results?beer=7')
  const start = await screen.findByRole('link', { name: 'Get Started' })
  expect(start).toHaveAttribute('href', `/api/login?returnTo=${encodeURIComponent('/results?beer=7')}`)
})
