import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { correctScan, deleteScan, detectContext, getScan, identifyBeer, type Scan } from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, answersLater, cutsOff, refuses, requestsTo } from '#web/testing/network.ts'

it(
  'follows a scan until it is completed',
  spec('2.1.11', '2.13.1', '2.13.4', '4.9.1', '4.9.2', '4.9.5', '4.9.6', '4.9.8'),
  async () => {
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
  },
)

it('counts beers while it reads, and never lines of text', async () => {
  const reading = { status: 'processing', stage: 'reading 140 of 214 lines', progressCurrent: 140, progressTotal: 214 }
  const beers = [aSightedBeer({ name: 'Orval', count: 2 })]
  const scan = aScan({ ...reading, scanType: 'multiple_beers', beers, detected: 10 })
  answers(getScan, { status: 200, body: scan })
  openApp(`/scan/${scan.id}`)
  expect(await screen.findByText('2 of 10 beers processed')).toBeVisible()
  expect(screen.getByText('65%')).toBeVisible()
  const single = aScan(reading)
  answers(getScan, { status: 200, body: single })
  openApp(`/scan/${single.id}`)
  expect(await screen.findByText('Reading your photo')).toBeVisible()
  expect(screen.queryByText(/214 beers/)).toBeNull()
})

it('keeps the filter of its rows open while they are filtered', async () => {
  const beers = [aSightedBeer({ abv: 4 }), aSightedBeer({ abv: 8 })]
  const scan = aScan({ scanType: 'multiple_beers', beers })
  answers(getScan, { status: 200, body: scan })
  const { user } = openApp(`/scan/${scan.id}`)
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  const filter = await screen.findByRole('dialog')
  const [range] = within(within(filter).getByRole('group', { name: 'Strength' })).getAllByRole('button')
  if (range) await user.click(range)
  expect(within(filter).getByRole('button', { name: 'Show 1 beer' })).toBeVisible()
  expect(range).toHaveFocus()
})

it('says that the scan waits for its turn until it is read, counts nothing, and shows the photo', async () => {
  const scan = aScan({ status: 'processing', progressCurrent: 0, progressTotal: 0 })
  answers(getScan, { status: 200, body: scan })
  handoff.leaveImage({ id: scan.id, photo: new Blob(['jpeg']), context: 'fridge' })
  openApp(`/scan/${scan.id}`)
  expect(await screen.findByText('Waiting its turn')).toBeVisible()
  expect(screen.queryByText(/0 of 0/)).toBeNull()
  expect(screen.queryByText('Reading your photo')).toBeNull()
  expect(screen.getByRole('main').querySelector('img[src^="blob:"]')).toBeVisible()
})

it('lets a wrong beer be corrected', async () => {
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

it('stays corrected when what was asked before the correction is answered after it', async () => {
  const [wrong, right] = [aSightedBeer({ name: 'Orval', confidence: 52 }), aSightedBeer({ name: 'Petit Orval' })]
  const scan = aScan({ beer: wrong, alternatives: [{ beer: right, confidence: 41 }] })
  const answerLate = answersLater(getScan, { status: 200, body: scan })
  answers(correctScan, { status: 200, body: aScan({ id: scan.id, beer: { ...right, confidence: null } }) })
  handoff.leaveOpenedScan(scan)
  const { user } = openApp(`/scan/${scan.id}`)
  await user.click(await screen.findByRole('button', { name: 'Petit Orval' }))
  expect(await screen.findByRole('link', { name: 'Petit Orval' })).toBeVisible()
  answerLate()
  await expect(screen.findByRole('link', { name: 'Orval' }, { timeout: 300 })).rejects.toThrow()
})

describe('an uncertain single beer', () => {
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

  it.each([
    [false, 'A Trolley beer: which one?'],
    [true, 'A beer from Trolley: which one?'],
  ])('is asked about by its brewery where that is certain (a store brand: %s)', async (isStoreBrand, question) => {
    const of = { brewery: 'Trolley', isStoreBrand }
    const fieldConfidence = { name: 20, brewery: 90, style: 0, abv: 0 }
    scan = aScan({
      beer: { ...eight, ...of },
      alternatives: [{ beer: { ...six, ...of }, confidence: 31 }],
      fieldConfidence,
    })
    answers(getScan, () => ({ status: 200 as const, body: scan }))
    openApp(`/scan/${scan.id}`)
    expect(await screen.findByText(question)).toBeVisible()
  })

  it('is chosen among the closest matches before one is shown alone', async () => {
    const { user } = open()
    const candidates = within(await screen.findByRole('group', { name: 'Closest matches' }))
    expect(candidates.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByText('We read: TRAPPIST, 1862')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Rochefort 8' })).toBeNull()
    await user.click(candidates.getByRole('button', { name: 'Rochefort 6' }))
    expect(await screen.findByRole('link', { name: 'Rochefort 6' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Closest matches' })).toBeNull()
  })

  it('is chosen beside its label, while the photo is here', async () => {
    open()
    handoff.leaveImage({ id: scan.id, photo: aPhoto(), context: 'single_beer' })
    expect(await screen.findByRole('img', { name: 'Your photo of the label' })).toBeVisible()
  })

  it('is named by the user if it is not in the catalogue', async () => {
    const asRead = aSightedBeer({ name: 'Hofstettner', listed: false, outcome: 'new', confidence: 45 })
    scan = aScan({ beer: asRead })
    answers(getScan, () => ({ status: 200 as const, body: scan }))
    answers(correctScan, () => {
      scan = { ...scan, beer: { ...asRead, outcome: 'sure', confidence: null } }
      return { status: 200 as const, body: scan }
    })
    const { user } = openApp(`/scan/${scan.id}`)
    expect(await screen.findByLabelText('Name on the label')).toHaveValue('Hofstettner')
    await user.click(screen.getByRole('button', { name: 'Save it as a new beer' }))
    expect(await screen.findByRole('link', { name: 'Hofstettner' })).toBeVisible()
  })

  it('is shown alone once confirmed', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Rochefort 8' }))
    expect(await screen.findByRole('link', { name: 'Rochefort 8' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Closest matches' })).toBeNull()
  })
})

it('says that a scan failed, why, and how to go on', spec('2.13.2', '4.9.3', '4.9.9', '8.4.1'), async () => {
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

it('says that nothing was found, and which other drink the photo shows', spec('8.4.2'), async () => {
  const scan = aScan({ otherDrink: { name: 'Evian', kind: 'Water' } })
  answers(getScan, { status: 200, body: scan })
  openApp(`/scan/${scan.id}`)
  expect(await screen.findByText('No beers were detected in this scan...')).toBeVisible()
  expect(screen.getByText('That looks like Evian, water. Not a beer.')).toBeVisible()
})

it("shows 'Unknown Status' for a status that this version does not know", spec('4.9.4'), async () => {
  const scan = aScan({ status: 'fermenting' })
  answers(getScan, { status: 200, body: scan })
  openApp(`/scan/${scan.id}`)
  expect(await screen.findByRole('heading', { name: 'Unknown Status' })).toBeVisible()
  expect(screen.getByText(/^This version of the app doesn't know this status/)).toBeVisible()
})

it.each(['not_found', 'invalid'] as const)(
  "shows 'Scan Not Found' when the server says %s",
  spec('2.13.3'),
  async (code) => {
    refuses(getScan, code, 'No such scan')
    openApp('/scan/none')
    expect(await screen.findByRole('heading', { name: 'Scan Not Found', level: 1 })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Search' })).toHaveAttribute('href', '/search')
  },
)

it('shows the beers found so far and the elapsed time, and cancels on the server', async () => {
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

it('calls a beer found so far that was hardly read by its brewery and style', async () => {
  const hardlyRead = { outcome: 'new', confidence: 20, listed: false } as const
  const beers = [
    aSightedBeer({ ...hardlyRead, name: 'Xq7 Ltr', brewery: 'Orval', style: null }),
    aSightedBeer({ ...hardlyRead, name: 'Vvvm', brewery: null, style: null }),
  ]
  answers(getScan, { status: 200, body: aScan({ status: 'processing', scanType: 'multiple_beers', beers }) })
  openApp('/scan/one')
  const found = await screen.findByRole('list', { name: 'Found so far' })
  expect(within(found).getByText('Orval')).toBeVisible()
  expect(within(found).getByText("A beer we couldn't read")).toBeVisible()
  expect(found).not.toHaveTextContent(/Xq7 Ltr|Vvvm/)
})

it('stays where the user has gone while the scan was being cancelled', async () => {
  const scan = aScan({ status: 'processing' })
  answers(getScan, { status: 200, body: scan })
  const cancelled = requestsTo(deleteScan)
  const finish = answersLater(deleteScan, { status: 204, body: null })
  const { user } = openApp(`/scan/${scan.id}`)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(cancelled).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByText('No favorites yet')
  finish()
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(location.pathname).toBe('/favorites')
})

it('corrects a beer of a group, and shows it on its photo', async () => {
  const beers = [aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })]
  const scan = aScan({ scanType: 'multiple_beers', beers, spots: [{ x: 80, y: 20 }], detected: 3 })
  answers(getScan, { status: 200, body: scan })
  handoff.leaveImage({ id: scan.id, photo: new Blob(['jpeg']), context: 'fridge' })
  const { user } = openApp(`/scan/${scan.id}`)
  expect(await screen.findByText(/^2 of 3 found/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Scan Complete' })).toBeVisible()
  for (const tool of ['Filter', 'Select', 'Share this menu']) {
    expect(screen.getByRole('button', { name: tool })).toBeVisible()
  }
  expect(screen.getByRole('combobox', { name: /^Sort/ })).toBeVisible()
  await user.click(screen.getByRole('link', { name: '2: Hell' }))
  expect(screen.getByRole('link', { name: 'Hell' })).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Unread beer 1' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'A menu' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Not this beer? Orval' })).toBeVisible()
})

it('does not ask the server for a photo that waits to be sent', async () => {
  cutsOff(identifyBeer)
  cutsOff(detectContext)
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await screen.findByRole('heading', { name: 'Saved for later' })
  const asked = requestsTo(getScan)
  const [{ id } = { id: '' }] = outbox.all()
  act(() => void window.history.pushState(null, '', `/scan/${id}`))
  expect(await screen.findByRole('heading', { name: 'Waiting to be sent' })).toBeVisible()
  expect(asked).toEqual([])
  await outbox.drop(id)
})

it('deletes a photo that is on this device alone with undo, and leads back', async () => {
  cutsOff(identifyBeer)
  cutsOff(detectContext)
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await screen.findByRole('heading', { name: 'Saved for later' })
  const [{ id } = { id: '' }] = outbox.all()
  act(() => void window.history.pushState(null, '', `/scan/${id}`))
  await user.click(await screen.findByRole('button', { name: 'Delete this photo' }))
  expect(screen.queryByRole('heading', { name: 'Waiting to be sent' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(outbox.get(id)?.state).toBe('waiting')
  await outbox.drop(id)
})

it('sends the photo of a failed scan again, while it is on this device', async () => {
  cutsOff(detectContext)
  refuses(identifyBeer, 'scan_failed', 'too dark')
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await waitFor(() => expect(outbox.all()[0]?.state).toBe('failed'))
  const [{ id } = { id: '' }] = outbox.all()
  answers(getScan, { status: 200, body: aScan({ id, status: 'failed', failure: 'Too dark.' }) })
  act(() => void window.history.pushState(null, '', `/scan/${id}`))
  const again = await screen.findByRole('button', { name: 'Send this photo again' })
  expect(screen.getByRole('main').querySelector('img[src^="blob:"]')).toBeVisible()
  const sent = requestsTo(identifyBeer)
  cutsOff(identifyBeer)
  await user.click(again)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await screen.findByRole('heading', { name: 'Waiting to be sent' })).toBeVisible()
  await outbox.drop(id)
})
