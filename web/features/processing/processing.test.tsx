import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import {
  correctScan,
  deleteScan,
  detectContext,
  getBeer,
  getScan,
  identifyBeer,
  parseMenu,
  type Scene,
  searchBeers,
  similarBeers,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aBeer, aScan, aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { answers, cutsOff, hangs, refuses, requestsTo } from '#web/testing/network.ts'

function sees(given: Partial<Scene>): void {
  answers(detectContext, {
    status: 200,
    body: { context: 'single_beer', confidence: 0.9, beerCount: 1, textContent: false, ...given },
  })
}

/** Opens the app and uploads a photo, as a user does. */
async function upload() {
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await waitFor(() => expect(location.pathname).toBe('/processing'))
  return user
}

it.each([
  ['its barcode', 'barcode', 'Found by its barcode'],
  ['an earlier correction', 'correction', 'You named this label before'],
] as const)('says that a beer was found by %s, and rates no field of its label', async (_, origin, text) => {
  const beer = aBeer({ name: 'Proper Job' })
  sees({ context: 'single_beer' })
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer, confidence: 95, origin }) })
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  await upload()
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'What we read on the label' })).toBeNull()
})

it('leads from a photo of one beer to its page', spec('2.1.10', '2.4.16', '4.6.3', '4.6.7', '4.8.1'), async () => {
  const beer = aBeer({ name: 'Proper Job' })
  sees({ context: 'single_beer' })
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer, confidence: 94 }) })
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  await upload()
  expect(await screen.findByRole('heading', { name: 'Proper Job' })).toBeVisible()
  expect(`${location.pathname}${location.search}`).toBe(`/results?beer=${beer.id}`)
  expect(screen.getByText('94% match')).toBeVisible()
  expect(outbox.all()).toEqual([])
})

it('asks once which beer a barcode belongs to, and shows this beer', async () => {
  const beer = aBeer({ name: 'Proper Job' })
  sees({ context: 'single_beer' })
  refuses(identifyBeer, 'unknown_barcode', "We don't know the beer of this barcode yet.")
  answers(getScan, ({ url }) => {
    const id = url.pathname.replace('/api/scans/', '')
    return { status: 200 as const, body: aScan({ id, barcode: '4006381333931' }) }
  })
  answers(correctScan, { status: 200, body: aScan({ beer: aSightedBeer({ ...beer, confidence: null }) }) })
  answers(getBeer, { status: 200, body: beer })
  answers(searchBeers, { status: 200, body: [beer] })
  answers(similarBeers, { status: 200, body: [] })
  const corrections = requestsTo(correctScan)
  const user = await upload()
  expect(await screen.findByRole('heading', { name: 'Which beer is this?' })).toBeVisible()
  expect(screen.getByText(/^Barcode read\./)).toBeVisible()
  const id = location.pathname.replace('/scan/', '')
  await user.type(screen.getByRole('searchbox'), 'proper')
  await user.click(await screen.findByRole('button', { name: 'Proper Job' }))
  expect(await screen.findByRole('heading', { name: 'Proper Job', level: 1 })).toBeVisible()
  expect(await corrections[0]?.clone().json()).toEqual({ item: 0, beerId: beer.id })
  expect(corrections[0]?.url).toContain(id)
})

it('saves the beer of a barcode as a new one if the catalogue lacks it', async () => {
  const own = aSightedBeer({ name: 'Cellar Pale', listed: false, confidence: null })
  const scan = aScan({ barcode: '4006381333931' })
  answers(getScan, { status: 200, body: scan })
  answers(correctScan, { status: 200, body: aScan({ beer: own }) })
  answers(getBeer, { status: 200, body: own })
  answers(similarBeers, { status: 200, body: [] })
  const corrections = requestsTo(correctScan)
  const { user } = openApp(`/scan/${scan.id}`)
  await user.type(await screen.findByLabelText('Name on the label'), 'Cellar Pale')
  await user.click(screen.getByRole('button', { name: 'Save it as a new beer' }))
  expect(await screen.findByRole('heading', { name: 'Cellar Pale', level: 1 })).toBeVisible()
  expect(await corrections[0]?.clone().json()).toEqual({ item: 0, unlisted: { name: 'Cellar Pale', brewery: null } })
})

it('sends the photo under the id it has in the outbox, with the context that was detected', async () => {
  sees({ context: 'fridge' })
  const sent = requestsTo(identifyBeer)
  answers(identifyBeer, {
    status: 200,
    body: { scanId: crypto.randomUUID(), beers: [aSightedBeer({ name: 'Hell' })], totalDetected: 1 },
  })
  await upload()
  const id = handoff.get().capturedImage?.id
  expect(await screen.findByRole('heading', { name: 'Beer Fridge' })).toBeVisible()
  const body = await sent[0]?.clone().text()
  expect(body).toContain(id)
  expect(body).toContain('fridge')
})

it.each(['menu', 'multiple_beers'] as const)(
  'has a photo of %s parsed as a list',
  spec('4.6.2', '4.6.6', '7.2.12'),
  async (context) => {
    sees({ context })
    answers(parseMenu, {
      status: 200,
      body: { scanId: crypto.randomUUID(), beers: [aSightedBeer({ name: 'Hell' })], title: null },
    })
    await upload()
    expect(await screen.findByRole('link', { name: 'Hell' })).toBeVisible()
    expect(location.pathname).toBe('/menu-view')
  },
)

it('leaves the decision to the server when the scene is not sure or not known', async () => {
  const sent = requestsTo(identifyBeer)
  answers(identifyBeer, { status: 202, body: { scanId: crypto.randomUUID() } })
  answers(getScan, { status: 200, body: aScan({ status: 'processing' }) })
  sees({ context: 'menu', confidence: 0.4 })
  await upload()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await sent[0]?.clone().text()).toContain('auto')
})

it('goes to the status page when the scan continues on the server', async () => {
  const scan = aScan({ status: 'processing', progressCurrent: 3, progressTotal: 8 })
  sees({})
  answers(identifyBeer, { status: 202, body: { scanId: scan.id } })
  answers(getScan, { status: 200, body: scan })
  await upload()
  expect(await screen.findByText('3 of 8 beers processed')).toBeVisible()
  expect(location.pathname).toBe(`/scan/${scan.id}`)
})

it('shows the stage on the server while it waits', spec('2.12.1'), async () => {
  sees({})
  hangs(identifyBeer)
  answers(getScan, { status: 200, body: aScan({ status: 'processing', stage: 'reading 14 of 32 lines' }) })
  await upload()
  expect(await screen.findByText('Reading 14 of 32 lines')).toBeVisible()
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60')
})

it('cancels on the server and goes home', spec('2.12.3'), async () => {
  sees({})
  hangs(identifyBeer)
  refuses(getScan, 'not_found', 'No such scan')
  answers(deleteScan, { status: 204, body: null })
  const deleted = requestsTo(deleteScan)
  const user = await upload()
  const id = handoff.get().capturedImage?.id
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: /^Capture/ })).toBeVisible()
  await waitFor(() => expect(deleted.map(({ url }) => new URL(url).pathname)).toEqual([`/api/scans/${id}`]))
  await waitFor(() => expect(outbox.all()).toEqual([]))
})

it('leaves no second entry of the camera when it is cancelled, by two taps as well: Back goes to the screen before', async () => {
  sees({})
  hangs(identifyBeer)
  answers(deleteScan, { status: 204, body: null })
  const { user } = openApp('/search')
  await user.click(await screen.findByRole('link', { name: 'Scan' }))
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await user.dblClick(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: /^Capture/ })).toBeVisible()
  history.back()
  expect(await screen.findByRole('searchbox')).toBeVisible()
})

it('finds the camera by Forward after it was cancelled, and no page of a scan that is gone', async () => {
  sees({})
  hangs(identifyBeer)
  answers(deleteScan, { status: 204, body: null })
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(outbox.all()).toEqual([]))
  act(() => history.go(1))
  expect(location.pathname).toBe('/')
  expect(screen.getByRole('button', { name: /^Capture/ })).toBeVisible()
})

it('reports an empty photo, and returns to the camera with the photo', spec('4.6.9'), async () => {
  sees({})
  refuses(identifyBeer, 'no_beer', 'No beer detected')
  await upload()
  expect(await screen.findByRole('heading', { name: 'No beer detected' })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Try this photo again' })).toBeVisible()
  expect(location.pathname).toBe('/')
  expect(screen.getByRole('button', { name: /No beer detected · try closer/ })).toBeVisible()
})

it('says which other drink the photo shows, and keeps the ways on', async () => {
  sees({})
  refuses(identifyBeer, 'no_beer', 'No beer detected', { otherDrink: { name: 'Rekorderlig', kind: 'Cider' } })
  await upload()
  expect(await screen.findByText('That looks like Rekorderlig, a cider. Not a beer.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Search by name' })).toBeVisible()
  expect(await screen.findByRole('button', { name: /No beer detected · looks like Rekorderlig/ })).toBeVisible()
})

it("says 'No beers found in menu' for an empty menu", spec('4.6.8'), async () => {
  sees({ context: 'menu' })
  answers(parseMenu, { status: 200, body: { scanId: crypto.randomUUID(), beers: [], title: null } })
  await upload()
  expect(await screen.findByRole('heading', { name: 'No beers found in menu' })).toBeVisible()
})

it('stays at a failure when the user interacts, and retries the same photo', spec('4.6.11', '8.1.21'), async () => {
  const beer = aBeer({ name: 'Proper Job' })
  sees({})
  refuses(identifyBeer, 'scan_failed', 'The picture is too dark')
  const sent = requestsTo(identifyBeer)
  const user = await upload()
  expect(await screen.findByRole('heading', { name: 'Processing failed' })).toBeVisible()
  expect(screen.getByText('The picture is too dark')).toBeVisible()
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer }) })
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Proper Job' })).toBeVisible()
  const ids = await Promise.all(sent.map(async (request) => (await request.clone().text()).match(/[\da-f-]{36}/)?.[0]))
  expect(new Set(ids).size).toBe(1)
})

it('keeps the photo when there is no network', async () => {
  sees({})
  cutsOff(identifyBeer)
  await upload()
  expect(await screen.findByRole('heading', { name: 'Saved for later' })).toBeVisible()
  expect(outbox.all()).toHaveLength(1)
  const [capture] = outbox.all()
  if (capture) await outbox.drop(capture.id)
})

it('says when there is no image, and returns to the camera', spec('8.1.20'), async () => {
  openApp('/processing')
  expect(await screen.findByRole('heading', { name: 'No image to process' })).toBeVisible()
  await waitFor(() => expect(location.pathname).toBe('/'), { timeout: 3_500 })
})

it('leads back to the page of a scan that has ended', async () => {
  sees({ context: 'single_beer' })
  refuses(identifyBeer, 'no_beer', 'No beer detected')
  answers(getScan, ({ params }) => ({ status: 200 as const, body: aScan({ id: String(params.id), beer: null }) }))
  const user = await upload()
  const id = handoff.get().capturedImage?.id
  await user.click(await screen.findByRole('link', { name: 'Search by name' }))
  await screen.findByRole('searchbox')
  history.back()
  await waitFor(() => expect(location.pathname).toBe(`/scan/${id}`))
  expect(screen.queryByText('Processing failed')).toBeNull()
})

it('says what was found to a user who left while the photo was read', async () => {
  const beer = aBeer({ name: 'Proper Job' })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  sees({ context: 'single_beer' })
  answers(identifyBeer, async () => {
    await answered
    return { status: 200 as const, body: aSingleAnswer({ beer, confidence: 95 }) }
  })
  const user = await upload()
  await waitFor(() => expect(outbox.all()).toMatchObject([{ wasSent: true }]))
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  await waitFor(() => expect(location.pathname).toBe('/favorites'))
  answer()
  expect(await screen.findByText('Proper Job')).toBeVisible()
  expect(location.pathname).toBe('/favorites')
})

it('goes to the scan when the page was reloaded', async () => {
  const scan = aScan({ status: 'processing' })
  answers(getScan, { status: 200, body: scan })
  vi.spyOn(window.history, 'state', 'get').mockReturnValue({ entry: 0, scanId: scan.id })
  openApp('/processing')
  await waitFor(() => expect(location.pathname).toBe(`/scan/${scan.id}`))
})

it('shows the beers found so far, and offers to scan an empty photo as something else', async () => {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  sees({ context: 'single_beer' })
  answers(identifyBeer, async () => {
    await ended
    throw HttpResponse.json({ code: 'no_beer', message: 'No beer detected', requestId: 'test' }, { status: 422 })
  })
  const first = aSightedBeer({ name: 'Orval' })
  answers(getScan, { status: 200, body: aScan({ status: 'processing', stage: 'reading 2 of 9 lines', beer: first }) })
  const user = await upload()
  expect(await screen.findByText('1 beer so far')).toBeVisible()
  expect(screen.getByText('Reading 2 of 9 lines')).toBeVisible()
  end()
  expect(await screen.findByRole('heading', { name: 'No beer detected' })).toBeVisible()
  hangs(parseMenu)
  const sent = requestsTo(parseMenu)
  await user.click(screen.getByRole('button', { name: 'A menu' }))
  expect(await screen.findByRole('progressbar')).toBeVisible()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(location.pathname).toBe('/processing')
})

it('shows the beer on its photo, and scans the photo as something else from there', async () => {
  const beer = aBeer({ name: 'Proper Job' })
  sees({ context: 'single_beer' })
  answers(identifyBeer, async ({ request }) => {
    const scanId = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(await request.text())?.[0] ?? ''
    return { status: 200 as const, body: aSingleAnswer({ scanId, beer, position: { x: 42, y: 61 } }) }
  })
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  const user = await upload()
  await user.click(await screen.findByRole('button', { name: 'Show on your picture' }))
  expect(screen.getByRole('link', { name: '1: Proper Job' })).toHaveStyle({ left: '42%', top: '61%' })
  hangs(parseMenu)
  const sent = requestsTo(parseMenu)
  await user.click(screen.getByRole('button', { name: 'Several beers' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await sent[0]?.clone().text()).toContain('multiple_beers')
})

it('leads to the scan of a photo that was sent on its own before the user tried again', async () => {
  const beer = aBeer({ name: 'Proper Job' })
  sees({ context: 'single_beer' })
  cutsOff(identifyBeer)
  const user = await upload()
  expect(await screen.findByRole('heading', { name: 'Saved for later' })).toBeVisible()
  await user.keyboard('{Shift}')
  const [{ id } = { id: '' }] = outbox.all()
  answers(getScan, { status: 200, body: aScan({ id, beer: aSightedBeer(beer) }) })
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer, confidence: 94 }) })
  await waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(outbox.all()).toEqual([])
  })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Proper Job' })).toBeVisible()
  expect(location.pathname).toBe(`/scan/${id}`)
})
