/** Results on the photo: pins and rows, unread containers, corrections, other scenes. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  correctScan,
  deleteScan,
  detectContext,
  getScan,
  identifyBeer,
  parseMenu,
  type Scan,
  type SightedBeer,
  searchBeers,
} from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aScan, aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, cutsOff, hangs, refuses, requestsTo } from '#web/testing/network.ts'

const idIn = (body: string) => /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(body)?.[0] ?? ''

beforeEach(() => {
  installCamera()
  answers(detectContext, {
    status: 200,
    body: { context: 'single_beer', confidence: 0.92, beerCount: 1, textContent: false },
  })
})

/** Captures a fridge with these beers; the stored scan has the rest. */
async function shoot(beers: SightedBeer[], rest: Partial<Scan> = {}) {
  const stored: { scan: Scan | undefined } = { scan: undefined }
  answers(identifyBeer, async ({ request }) => {
    const id = idIn(await request.text())
    stored.scan = aScan({ id, scanType: 'multiple_beers', beers, ...rest })
    return { status: 200 as const, body: { scanId: id, beers, totalDetected: beers.length } }
  })
  answers(getScan, () => ({ status: 200 as const, body: stored.scan ?? aScan() }))
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Fridge Scan Results' }))
  return { user, modal, stored }
}

/** The scan with these beers, and nothing left unread. */
const listing = (scan: Scan | undefined, beers: SightedBeer[]): Scan => ({
  ...(scan ?? aScan()),
  menuData: JSON.stringify(beers),
  spots: [],
  itemAlternatives: [],
})

const orval = () => aSightedBeer({ name: 'Orval', position: { x: 31, y: 64 } })
const hell = () => aSightedBeer({ name: 'Hell', position: { x: 70, y: 20 } })

it('asks to step closer where more containers are in the photo than could be counted', async () => {
  const { modal } = await shoot([orval(), hell()], { detected: null })
  expect(await modal.findByText(/^2 beers detected · step closer for the rest$/)).toBeVisible()
})

it('leads from a pin to its row, and from a row to its pin, zoomed in', async () => {
  const { user, modal } = await shoot([orval(), hell()])
  expect(modal.getByRole('group', { name: 'Your picture, 2 pins' })).toBeVisible()
  await user.click(modal.getByRole('link', { name: '2: Hell' }))
  const row = modal.getByRole('link', { name: '2 Hell' })
  expect(row).toHaveFocus()
  expect(row.closest('li')).toHaveClass('outline-amber')
  await user.click(modal.getByRole('button', { name: 'Show 1 on your picture: Orval' }))
  expect(modal.getByRole('link', { name: '1: Orval' })).toHaveFocus()
  expect(modal.getByText('250%')).toBeInTheDocument()
  expect(modal.getByRole('link', { name: '1 Orval' }).closest('li')).toHaveClass('outline-amber')
  expect(row.closest('li')).not.toHaveClass('outline-amber')
})

it('leads from a pin to a row that is not sure', async () => {
  const unsure = { ...hell(), outcome: 'ask' as const, confidence: 40 }
  const { user, modal } = await shoot([orval(), unsure])
  await user.click(modal.getByRole('link', { name: '2: Hell' }))
  expect(modal.getByRole('button', { name: '2 Hell' })).toHaveFocus()
})

it('zooms with buttons and keys', async () => {
  const { user, modal } = await shoot([orval(), hell()])
  const zoomIn = modal.getByRole('button', { name: 'Zoom in' })
  await user.click(zoomIn)
  expect(modal.getByText('160%')).toBeInTheDocument()
  await user.keyboard('+')
  expect(modal.getByText('256%')).toBeInTheDocument()
  await user.keyboard('-')
  expect(modal.getByText('160%')).toBeInTheDocument()
  await user.keyboard('0')
  expect(modal.queryByText(/^\d+%$/)).toBeNull()
  expect(modal.getByRole('button', { name: 'Whole picture' })).toHaveAttribute('aria-disabled', 'true')
  for (let press = 0; press < 9; press += 1) await user.click(zoomIn)
  expect(modal.getByText('600%')).toBeInTheDocument()
  expect(zoomIn).toHaveAttribute('aria-disabled', 'true')
})

it('shows many pins as dots until zoomed in', async () => {
  const { modal } = await shoot(Array.from({ length: 15 }, (_, index) => aSightedBeer({ name: `Beer ${index}` })))
  expect(modal.getByRole('link', { name: '15: Beer 14' }).firstElementChild).toHaveClass('text-[0px]')
})

it('zooms with pinch, double tap and wheel', async () => {
  const { modal } = await shoot([orval()])
  const picture = modal.getByRole('img', { name: 'Your shot' })
  const finger = (pointerId: number, clientX: number) => ({ pointerId, clientX, clientY: 50, pointerType: 'touch' })
  fireEvent.pointerDown(picture, finger(1, 100))
  fireEvent.pointerDown(picture, finger(2, 200))
  fireEvent.pointerMove(picture, finger(2, 300))
  expect(modal.getByText('200%')).toBeInTheDocument()
  fireEvent.pointerUp(picture, finger(1, 100))
  fireEvent.pointerUp(picture, finger(2, 300))
  fireEvent.wheel(picture, { deltaY: 5_000, ctrlKey: true })
  expect(modal.queryByText(/^\d+%$/)).toBeNull()
  for (const _ of ['one tap', 'another']) {
    fireEvent.pointerDown(picture, finger(3, 100))
    fireEvent.pointerUp(picture, finger(3, 100))
  }
  expect(modal.getByText('250%')).toBeInTheDocument()
})

it('leaves the wheel to the page while the photo is not in use', async () => {
  const { modal } = await shoot([orval()])
  const picture = modal.getByRole('img', { name: 'Your shot' })
  fireEvent.wheel(picture, { deltaY: -300 })
  expect(modal.queryByText(/^\d+%$/)).toBeNull()
  modal.getByRole('button', { name: 'Zoom in' }).focus()
  fireEvent.wheel(picture, { deltaY: -300 })
  expect(modal.getByText(/^\d+%$/)).toBeInTheDocument()
})

it('shows how many containers were identified, and lets one be skipped', async () => {
  const spots = [
    { x: 50, y: 50 },
    { x: 90, y: 50 },
  ]
  const { user, modal } = await shoot([{ ...orval(), count: 2 }], { spots, detected: 4 })
  expect(await modal.findByText('1 beers detected · 2 of 4 bottles and cans read')).toBeVisible()
  await user.click(modal.getByRole('button', { name: 'Unread beer 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which beer is this?' }))
  expect(await sheet.findByRole('button', { name: 'Part to read' })).toHaveStyle({ left: '39%', width: '22%' })
  await user.click(sheet.getByRole('button', { name: 'Skip it' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Which beer is this?' })).toBeNull())
  expect(modal.getByRole('button', { name: 'Unread beer 1' })).toHaveStyle({ left: '90%' })
  expect(modal.queryByRole('button', { name: 'Unread beer 2' })).toBeNull()
  await waitFor(() => expect(document.body).not.toHaveFocus())
  expect(modal.getByRole('group', { name: /^Your picture/ })).toContainElement(document.activeElement as HTMLElement)
})

it('names an unread container by search', async () => {
  const { user, modal, stored } = await shoot([orval()], { spots: [{ x: 50, y: 50 }] })
  const duvel = aBeer({ name: 'Duvel' })
  answers(searchBeers, { status: 200, body: [duvel] })
  const asked: unknown[] = []
  answers(correctScan, async ({ request }) => {
    asked.push(await request.json())
    const named = { ...aSightedBeer(duvel), confidence: null, position: { x: 50, y: 50 } }
    stored.scan = listing(stored.scan, [orval(), named])
    return { status: 200 as const, body: stored.scan }
  })
  await user.click(await modal.findByRole('button', { name: 'Unread beer 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which beer is this?' }))
  await user.type(sheet.getByRole('searchbox'), 'duvel')
  await user.click(await sheet.findByRole('button', { name: 'Duvel' }))
  expect(await modal.findByRole('link', { name: '2 Duvel' })).toBeVisible()
  expect(modal.getByRole('link', { name: '2: Duvel' })).toHaveStyle({ left: '50%', top: '50%' })
  expect(asked).toEqual([{ spot: 0, shownAt: { x: 50, y: 50 }, beerId: duvel.id }])
  expect(modal.queryByRole('button', { name: /^Unread beer/ })).toBeNull()
})

it('names an unread container as a beer that nobody knows', async () => {
  const { user, modal, stored } = await shoot([orval()], { spots: [{ x: 50, y: 50 }] })
  answers(searchBeers, { status: 200, body: [] })
  const asked: unknown[] = []
  answers(correctScan, async ({ request }) => {
    asked.push(await request.json())
    const own = aBeer({ name: 'Schankgruit', brewery: 'Café Keller', breweryId: null, listed: false })
    const named = { ...aSightedBeer(own), confidence: null, position: { x: 50, y: 50 } }
    stored.scan = listing(stored.scan, [orval(), named])
    return { status: 200 as const, body: stored.scan }
  })
  await user.click(await modal.findByRole('button', { name: 'Unread beer 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which beer is this?' }))
  await user.type(sheet.getByRole('searchbox'), 'Schankgrui')
  await user.click(await sheet.findByRole('button', { name: 'Not in the list? Name it yourself' }))
  expect(sheet.getByLabelText('Name on the label')).toHaveValue('Schankgrui')
  expect(sheet.getByLabelText('Name on the label')).toHaveFocus()
  await user.type(sheet.getByLabelText('Brewery, if you know it'), 'Café Keller')
  await user.type(sheet.getByRole('searchbox'), 't')
  expect(sheet.getByLabelText('Name on the label')).toHaveValue('Schankgruit')
  await user.click(sheet.getByRole('button', { name: 'Save it as a new beer' }))
  expect(await modal.findByRole('link', { name: '2 Schankgruit' })).toBeVisible()
  const unlisted = { name: 'Schankgruit', brewery: 'Café Keller' }
  expect(asked).toEqual([{ spot: 0, shownAt: { x: 50, y: 50 }, unlisted }])
})

it('scans the crop of an unread container again, and one photo stays one entry of the history', async () => {
  const { user, modal, stored } = await shoot([orval()], { spots: [{ x: 50, y: 50 }] })
  const duvel = aBeer({ name: 'Duvel' })
  let partId = ''
  answers(identifyBeer, async ({ request }) => {
    const body = await request.text()
    expect(body).toContain('single_beer')
    partId = idIn(body)
    return { status: 200 as const, body: aSingleAnswer({ scanId: partId, beer: duvel, confidence: 77 }) }
  })
  answers(correctScan, () => {
    stored.scan = listing(stored.scan, [orval(), aSightedBeer(duvel)])
    return { status: 200 as const, body: stored.scan }
  })
  const removed: string[] = []
  answers(deleteScan, ({ params }) => {
    removed.push(params.id ?? '')
    return { status: 204 as const, body: null }
  })
  await user.click(await modal.findByRole('button', { name: 'Unread beer 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which beer is this?' }))
  await user.click(sheet.getByRole('button', { name: 'Read this part' }))
  expect(await sheet.findByText('77% match')).toBeVisible()
  await user.click(sheet.getByRole('button', { name: 'Duvel' }))
  expect(await modal.findByRole('link', { name: '2 Duvel' })).toBeVisible()
  await waitFor(() => expect(removed).toEqual([partId]))
})

it('reports an empty crop, and leaves no scan of it', async () => {
  const { user, modal } = await shoot([orval()], { spots: [{ x: 50, y: 50 }] })
  refuses(identifyBeer, 'no_beer', 'No beer detected')
  answers(deleteScan, { status: 204, body: null })
  const removed = requestsTo(deleteScan)
  await user.click(await modal.findByRole('button', { name: 'Unread beer 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which beer is this?' }))
  await user.click(sheet.getByRole('button', { name: 'Read this part' }))
  expect(await sheet.findByText(/Still no luck/)).toBeVisible()
  await waitFor(() => expect(removed).toHaveLength(1))
})

it('keeps no photo of a crop that could not be read', async () => {
  const { user, modal } = await shoot([orval()], { spots: [{ x: 50, y: 50 }] })
  cutsOff(identifyBeer)
  answers(deleteScan, { status: 204, body: null })
  await user.click(await modal.findByRole('button', { name: 'Unread beer 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which beer is this?' }))
  await user.click(await sheet.findByRole('button', { name: 'Read this part' }))
  expect(await sheet.findByText(/No connection/)).toBeVisible()
  await waitFor(() => expect(outbox.all().filter(({ state }) => state !== 'cancelled')).toEqual([]))
})

it('reads the next crop though the scan of the one before cannot be deleted', async () => {
  const { user, modal } = await shoot([orval()], { spots: [{ x: 50, y: 50 }] })
  const confidences = [77, 88]
  answers(identifyBeer, async ({ request }) => {
    const scanId = idIn(await request.text())
    return { status: 200 as const, body: aSingleAnswer({ scanId, confidence: confidences.shift() ?? 0 }) }
  })
  refuses(deleteScan, 'internal', 'The kitchen is busy')
  await user.click(await modal.findByRole('button', { name: 'Unread beer 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which beer is this?' }))
  await user.click(await sheet.findByRole('button', { name: 'Read this part' }))
  expect(await sheet.findByText('77% match')).toBeVisible()
  await user.click(await sheet.findByRole('button', { name: 'Read this part' }))
  expect(await sheet.findByText('88% match')).toBeVisible()
  expect(outbox.all()).toEqual([])
})

it('corrects a beer of the fridge, and merges units of one beer', async () => {
  const [first, wrong] = [orval(), hell()]
  const { user, modal, stored } = await shoot([first, wrong], {
    itemAlternatives: [[], [{ beer: first, confidence: 44 }]],
  })
  const asked: unknown[] = []
  answers(correctScan, async ({ request }) => {
    asked.push(await request.json())
    stored.scan = listing(stored.scan, [{ ...first, count: 2 }])
    return { status: 200 as const, body: stored.scan }
  })
  await user.click(modal.getByRole('button', { name: 'Not this beer? Hell' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Not this beer?' }))
  expect(await sheet.findByText('44% match')).toBeVisible()
  await user.click(sheet.getByRole('button', { name: 'Orval' }))
  expect(await modal.findByText('×2')).toBeVisible()
  expect(modal.queryByRole('link', { name: '2 Hell' })).toBeNull()
  expect(asked).toEqual([{ item: 1, shownBeerId: wrong.id, beerId: first.id }])
  expect(handoff.get().menu?.beers).toHaveLength(1)
  expect(await screen.findByText('Scan corrected')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('takes back the correction of a beer that was not merged into another', async () => {
  const [first, wrong, right] = [orval(), hell(), aSightedBeer({ name: 'Kriek' })]
  const { user, modal, stored } = await shoot([first, wrong], {
    itemAlternatives: [[], [{ beer: right, confidence: 44 }]],
  })
  answers(correctScan, async ({ request }) => {
    const { beerId } = (await request.json()) as { beerId: number }
    stored.scan = listing(stored.scan, [first, beerId === right.id ? right : wrong])
    return { status: 200 as const, body: stored.scan }
  })
  await user.click(modal.getByRole('button', { name: 'Not this beer? Hell' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Not this beer?' }))
  await user.click(await sheet.findByRole('button', { name: 'Kriek' }))
  expect(await modal.findByRole('button', { name: 'Not this beer? Kriek' })).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await modal.findByRole('button', { name: 'Not this beer? Hell' })).toBeVisible()
})

it('is scanned again as another scene', async () => {
  const { user, modal, stored } = await shoot([orval()])
  hangs(parseMenu)
  const sent = requestsTo(parseMenu)
  const before = handoff.get().capturedImage
  await user.click(modal.getByRole('button', { name: 'A menu' }))
  await waitFor(() => expect(location.pathname).toBe('/processing'))
  await waitFor(() => expect(sent).toHaveLength(1))
  const body = (await sent[0]?.clone().text()) ?? ''
  expect(body).toContain('menu')
  expect(idIn(body)).not.toBe(stored.scan?.id)
  expect(handoff.get().capturedImage?.photo).toBe(before?.photo)
})

it('shows the same fridge with its picture again after another photo was taken', async () => {
  const { user, modal } = await shoot([orval()])
  await user.click(modal.getByText('Close', { selector: 'button' }))
  hangs(identifyBeer)
  await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
  await user.click(await screen.findByRole('button', { name: 'Next photo' }))
  await user.click(screen.getByRole('button', { name: 'Fridge Scan Results, 1 beer' }))
  const again = within(await screen.findByRole('dialog', { name: 'Fridge Scan Results' }))
  expect(again.getByRole('link', { name: '1: Orval' })).toBeVisible()
})
