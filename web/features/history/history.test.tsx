import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { deleteScan, detectContext, identifyBeer, listScans } from '#contracts'
import { outbox } from '#web/outbox/outbox.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aMenuScan, aScan, aSightedBeer, aUser } from '#web/testing/builders.ts'
import { answers, cutsOff, refuses } from '#web/testing/network.ts'

it('lists every scan with its label and what was found', async () => {
  const beer = aSightedBeer({ name: 'Proper Job' })
  const menu = aMenuScan([aSightedBeer({ name: 'Orval', rating: 94 }), aSightedBeer({ name: 'Hell', rating: 80 })])
  answers(listScans, { status: 200, body: [aScan({ beer, beerId: beer.id }), menu, aScan({ status: 'failed' })] })
  openApp('/history')
  expect(await screen.findByRole('link', { name: 'Proper Job' })).toBeVisible()
  expect(screen.getByRole('link', { name: '80-94★ • Orval + 1 more' })).toHaveAttribute('href', `/menu/${menu.id}`)
  expect(screen.getByText('Failed')).toBeVisible()
})

it('sees a new scan without being asked', async () => {
  let scans = [aScan({ status: 'processing', stage: 'reading the label' })]
  answers(listScans, () => ({ status: 200 as const, body: scans }))
  openApp('/history')
  expect(await screen.findByText('reading the label')).toBeVisible()
  scans = [aScan({ id: scans[0]?.id ?? '', beer: aSightedBeer({ name: 'Orval' }) })]
  expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
})

it('says when there is none yet', async () => {
  openApp('/history')
  expect(await screen.findByRole('heading', { name: 'No scan history yet' })).toBeVisible()
})

it('says why the history could not be read', async () => {
  refuses(listScans, 'unavailable', 'The kitchen is busy')
  openApp('/history')
  expect(await screen.findByRole('heading', { name: 'Failed to fetch scan history' })).toBeVisible()
})

it('shows a photo that waits for the network, counted on the scan home, until it is dropped', async () => {
  cutsOff(identifyBeer)
  cutsOff(detectContext)
  const { user } = openApp('/', aUser())
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await screen.findByText(/Your photo is kept/)
  await user.click(await screen.findByRole('link', { name: 'Scan history, 1 waiting' }))
  expect(await screen.findByText(/^Waiting/)).toBeVisible()
  answers(deleteScan, { status: 204, body: null })
  await user.click(screen.getByRole('button', { name: 'Drop this photo' }))
  await waitFor(() => expect(outbox.all()).toEqual([]))
  expect(await screen.findByRole('heading', { name: 'No scan history yet' })).toBeVisible()
})
