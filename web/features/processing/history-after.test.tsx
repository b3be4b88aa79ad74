import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { detectContext, getBeer, identifyBeer, listScans, type Scan, similarBeers } from '#contracts'
import { spec } from '#testing/spec.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aScan, aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

it('the history shows a beer that was identified since it was last seen', spec('4.8.2'), async () => {
  const beer = aSightedBeer({ name: 'Orval' })
  let scans: Scan[] = []
  answers(listScans, () => ({ status: 200 as const, body: scans }))
  answers(detectContext, {
    status: 200,
    body: { context: 'single_beer', confidence: 0.9, beerCount: 1, textContent: true },
  })
  answers(identifyBeer, () => {
    scans = [aScan({ beer, beerId: beer.id })]
    return { status: 200 as const, body: aSingleAnswer({ beer }) }
  })
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  const { user } = openApp('/history')
  expect(await screen.findByText('No scan history yet')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Scan' }))
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await waitFor(() => expect(location.pathname).toBe('/results'))
  await user.click(screen.getByRole('link', { name: 'Scan' }))
  await user.click(await screen.findByRole('link', { name: /^Scan history/ }))
  expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
})
