import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { correctScan, getScan } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, refuses } from '#web/testing/network.ts'

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
