import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getUser } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { refuses } from '#web/testing/network.ts'

it('advertises recognition, ratings and menus under the brand and its tagline', async () => {
  refuses(getUser, 'unauthenticated', 'Not signed in')
  openApp('/')
  expect(await screen.findByText('AI Beer Vision')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'BeerGoggles' })).toBeVisible()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^AI recognition/),
    expect.stringMatching(/^100-point rating system/),
    expect.stringMatching(/^Menu scanning/),
  ])
})

it('starts the sign-in at the login endpoint, with the way back', async () => {
  refuses(getUser, 'unauthenticated', 'Not signed in')
  openApp('/results?beer=7')
  const start = await screen.findByRole('link', { name: 'Get Started' })
  expect(start).toHaveAttribute('href', `/api/login?returnTo=${encodeURIComponent('/results?beer=7')}`)
})
