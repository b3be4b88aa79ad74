import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { correctScan, deleteScan, getScan, type Scan } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'

it('follows a scan until it is completed', async () => {
  const id = aScan().id
  let scan = aScan({ id, status: 'processing', progressCurrent: 3, progressTotal: 12 })
  answers(getScan, () => ({ status: 200 as const, body: scan }))
  openApp(`/scan/${id}`)
  expect(await screen.findByText('3 of 12 beers processed')).toBeVisible()
  expect(screen.getByText('25%')).toBeVisible()
  expect(screen.getByText('This usually takes 5-15 seconds')).toBeVisible()
  scan = aScan({ id, beer: aSightedBeer({ name: 'Orval', confidence: 71 }) })
  expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Scan Complete' })).toBeVisible()
  expect(screen.getByText('71% match')).toBeVisible()
})

it('is corrected where it was wrong', async () => {
  const [wrong, right] = [aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Petit Orval' })]
  let scan = aScan({ beer: wrong, alternatives: [{ beer: right, confidence: 41 }] })
  answers(getScan, () => ({ status: 200 as const, body: scan }))
  answers(correctScan, () => {
    scan = aScan({ id: scan.id, beer: { ...right, confidence: null } })
    return { status: 200 as const, body: scan }
  })
  const { user } = openApp(`/scan/${scan.id}`)
  await user.click(await screen.findByRole('button', { name: 'Not this beer?' }))
  await user.click(await screen.findByRole('button', { name: 'Petit Orval' }))
  expect(await screen.findByRole('link', { name: 'Petit Orval' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Orval' })).toBeNull()
})

describe('a single beer that was read without certainty', () => {
  const [eight, six] = [aSightedBeer({ name: 'Rochefort 8', confidence: 52 }), aSightedBeer({ name: 'Rochefort 6' })]
  const alternatives = [{ beer: six, confidence: 31 }]
  let scan: Scan

  function open() {
    scan = aScan({ beer: { ...eight, readText: ['TRAPPIST', '1862'] }, alternatives })
    answers(getScan, () => ({ status: 200 as const, body: scan }))
    answers(correctScan, async ({ request }) => {
      const { beerId } = (await request.json()) as { beerId: number }
      scan = { ...scan, beer: { ...(beerId === six.id ? six : eight), confidence: null } }
      return { status: 200 as const, body: scan }
    })
    return openApp(`/scan/${scan.id}`)
  }

  it('is chosen among what it reads most like, before any one stands alone', async () => {
    const { user } = open()
    const candidates = within(await screen.findByRole('group', { name: 'It reads most like these' }))
    expect(candidates.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByText('read: TRAPPIST, 1862')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Rochefort 8' })).toBeNull()
    await user.click(candidates.getByRole('button', { name: 'Rochefort 6' }))
    expect(await screen.findByRole('link', { name: 'Rochefort 6' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'It reads most like these' })).toBeNull()
  })

  it('stands alone once it is confirmed', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Rochefort 8' }))
    expect(await screen.findByRole('link', { name: 'Rochefort 8' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'It reads most like these' })).toBeNull()
  })
})

it('says that a scan failed, why, and how to go on', async () => {
  const scan = aScan({ status: 'failed', failure: 'The picture is too blurred.' })
  answers(getScan, { status: 200, body: scan })
  openApp(`/scan/${scan.id}`)
  expect(
    await screen.findByText(
      "We couldn't process this image. Please try scanning again with better lighting or a clearer view.",
    ),
  ).toBeVisible()
  expect(screen.getByText('The picture is too blurred.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/camera')
})

it('says that nothing was found', async () => {
  const scan = aScan()
  answers(getScan, { status: 200, body: scan })
  openApp(`/scan/${scan.id}`)
  expect(await screen.findByText('No beers were detected in this scan...')).toBeVisible()
})

it("shows 'Unknown Status' for a status of another version", async () => {
  const scan = aScan({ status: 'fermenting' })
  answers(getScan, { status: 200, body: scan })
  openApp(`/scan/${scan.id}`)
  expect(await screen.findByRole('heading', { name: 'Unknown Status' })).toBeVisible()
})

it.each(['not_found', 'invalid'] as const)("shows 'Scan Not Found' when the server says %s", async (code) => {
  refuses(getScan, code, 'No such scan')
  openApp('/scan/none')
  expect(await screen.findByRole('heading', { name: 'Scan Not Found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Search' })).toHaveAttribute('href', '/search')
})

it('shows what is found so far and for how long it has been, and cancels on the server', async () => {
  const scannedAt = new Date(Date.now() - 12_500).toISOString()
  const beers = [aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })]
  const scan = aScan({ status: 'processing', scanType: 'multiple_beers', beers, scannedAt })
  answers(getScan, { status: 200, body: scan })
  answers(deleteScan, { status: 204, body: null })
  const cancelled = requestsTo(deleteScan)
  const { user } = openApp(`/scan/${scan.id}`)
  expect(await screen.findByText('2 beers so far')).toBeVisible()
  expect(screen.getByText(/^1[2-6] s$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(location.pathname).toBe('/'))
  expect(cancelled).toHaveLength(1)
})

it('corrects one beer of a group, and shows it on its picture while that is here', async () => {
  const beers = [aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })]
  const scan = aScan({ scanType: 'multiple_beers', beers, spots: [{ x: 80, y: 20 }], detected: 3 })
  answers(getScan, { status: 200, body: scan })
  handoff.leaveImage({ id: scan.id, photo: new Blob(['jpeg']), context: 'fridge' })
  const { user } = openApp(`/scan/${scan.id}`)
  expect(await screen.findByText('2 of 3 found')).toBeVisible()
  await user.click(screen.getByRole('link', { name: '2: Hell' }))
  expect(screen.getByRole('link', { name: 'Hell' })).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Spot 1 that could not be read' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'This is a menu' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Not this beer? Orval' })).toBeVisible()
})
