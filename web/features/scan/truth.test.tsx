/** Waiting for a scan: its stage, the beers found so far, and continuing in the background. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { deleteScan, detectContext, ERROR_STATUS, getScan, identifyBeer, parseMenu, type SightedBeer } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aMenuScan, aScan, aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, hangs, requestsTo } from '#web/testing/network.ts'

beforeEach(() => {
  installCamera()
  answers(detectContext, {
    status: 200,
    body: { context: 'single_beer', confidence: 0.92, beerCount: 1, textContent: false },
  })
})

async function openLive() {
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  return user
}

const running = (beers: SightedBeer[]) => ({
  status: 'processing',
  stage: 'reading 14 of 32 lines',
  progressCurrent: 13,
  progressTotal: 32,
  beers,
})

it('shows the first rows of a menu, the stage and the seconds while the rest is read', async () => {
  hangs(parseMenu)
  answers(getScan, {
    status: 200,
    body: aMenuScan([], running([aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })])),
  })
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Parsing Menu' }))
  expect(await modal.findByText('Reading 14 of 32 lines')).toBeVisible()
  expect(modal.getByText('2 beers so far')).toBeVisible()
  const rows = within(modal.getByRole('list', { name: 'Found so far' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Orval'),
    expect.stringContaining('Hell'),
  ])
  expect(modal.getByText(/^[1-9]\d* s$/)).toBeVisible()
})

it('shows what is found in a fridge so far over its frozen frame, and cancels on the server', async () => {
  hangs(identifyBeer)
  answers(getScan, {
    status: 200,
    body: aScan({ scanType: 'multiple_beers', ...running([aSightedBeer({ name: 'Orval' })]) }),
  })
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
  expect(await screen.findByText('1 beer so far')).toBeVisible()
  expect(screen.getByText('Reading 14 of 32 lines')).toBeVisible()
  answers(deleteScan, { status: 204, body: null })
  const cancelled = requestsTo(deleteScan)
  const id = handoff.get().capturedImage?.id
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(cancelled.map(({ url }) => new URL(url).pathname)).toEqual([`/api/scans/${id}`]))
  expect(screen.queryByText('1 beer so far')).toBeNull()
})

/** A call that the test answers later. */
function held<T>(): { answer: Promise<T>; give: (answer: T) => void } {
  let give: (answer: T) => void = () => undefined
  const answer = new Promise<T>((resolve) => {
    give = resolve
  })
  return { answer, give }
}

it('continues a menu in the background, and links to it when done', async () => {
  const beers = [aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })]
  const scan = aMenuScan(beers)
  const { answer, give } = held<'now'>()
  answers(parseMenu, async () => {
    await answer
    return { status: 200 as const, body: { scanId: scan.id, beers, title: null } }
  })
  answers(getScan, { status: 200, body: scan })
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  const modal = await screen.findByRole('dialog', { name: 'Parsing Menu' })
  await user.click(within(modal).getByRole('button', { name: 'Continue in background' }))
  expect(await screen.findByText('Still reading')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Capture Menu' })).toHaveAttribute('aria-disabled', 'false')
  give('now')
  expect(await screen.findByText('2 beers found')).toBeVisible()
  expect(location.pathname).toBe('/')
  expect(handoff.get().menu).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByRole('heading', { name: 'Shared Menu' })).toBeVisible()
  expect(location.pathname).toBe(`/menu/${scan.id}`)
})

it.each([
  ['names the beer', aSingleAnswer()],
  ['asks which of several it is', aSingleAnswer({ outcome: 'ask', confidence: 54 })],
])('%s of a photo continued in the background', async (_, single) => {
  const { answer, give } = held<'now'>()
  answers(identifyBeer, async () => {
    await answer
    return { status: 200 as const, body: single }
  })
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await user.click(await screen.findByRole('button', { name: 'Continue in background' }))
  await waitFor(() => expect(location.pathname).toBe('/'))
  give('now')
  expect(await screen.findByText(single.outcome === 'ask' ? 'Which beer is it?' : single.beer.name)).toBeVisible()
  expect(screen.getByText("It's in your history.")).toBeVisible()
  expect(location.pathname).toBe('/')
  expect(handoff.get().currentBeer).toBeNull()
})

it('reports a background result once: in the page or by the system', async () => {
  const shown = vi.fn()
  const Notification = Object.assign(
    class {
      constructor(title: string) {
        shown(title)
      }
      addEventListener() {}
    },
    { permission: 'granted' },
  )
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('isSecureContext', true)
  const { answer, give } = held<'now'>()
  const single = aSingleAnswer()
  answers(identifyBeer, async () => {
    await answer
    return { status: 200 as const, body: single }
  })
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await user.click(await screen.findByRole('button', { name: 'Continue in background' }))
  await waitFor(() => expect(location.pathname).toBe('/'))
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  give('now')
  await waitFor(() => expect(shown.mock.calls).toEqual([[single.beer.name]]))
  visibility.mockRestore()
  expect(screen.queryByText("It's in your history.")).toBeNull()
  vi.unstubAllGlobals()
})

it('reports a failure in the background', async () => {
  const { answer, give } = held<'now'>()
  answers(identifyBeer, async () => {
    await answer
    const refusal = { code: 'scan_failed', message: 'The engine gave up', requestId: 'test' }
    throw HttpResponse.json(refusal, { status: ERROR_STATUS.scan_failed })
  })
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
  await user.click(await screen.findByRole('button', { name: 'Next photo' }))
  give('now')
  expect(await screen.findByText("Couldn't read a photo")).toBeVisible()
  expect(screen.getByText('The engine gave up')).toBeVisible()
})
