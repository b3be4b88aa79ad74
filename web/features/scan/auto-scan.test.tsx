import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addFavorite, detectContext, identifyBeer, listFavorites } from '#contracts'
import { spec } from '#testing/spec.ts'
import { camera } from '#web/device/camera.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aSingleAnswer } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, network, refuses, requestsTo } from '#web/testing/network.ts'

// From the specification, not imported.
const AUTO_FRAME_WIDTH_PX = 480
const AUTO_FRAME_HEIGHT_PX = 360
const AUTO_FRAME_JPEG_QUALITY = 0.3
const AUTO_FRAME_INTERVAL_MS = 3_500
const OVERLAY_DISMISS_MS = 10_000
const OVERLAY_FLAG_MS = 5_000
const AUTO_SAME_BEER_MS = 60_000
const SCENE_INTERVAL_MS = 5_000
/** When the first frame of the camera has been classified. */
const SCENE_FIRST_MS = 1_000

const orval = aBeer({
  name: 'Orval',
  brewery: "Brasserie d'Orval",
  breweryId: 12,
  style: 'Trappist',
  abv: 6.2,
  rating: 94,
})
let frames: Request[]

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.setItem('beergoggles.auto-scan', 'false')
  installCamera()
  frames = requestsTo(identifyBeer)
  answers(detectContext, {
    status: 200,
    body: { context: 'single_beer', confidence: 0.9, beerCount: 1, textContent: true },
  })
  sees(orval)
  return () => vi.useRealTimers()
})

function sees(beer: typeof orval): void {
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer }) })
}

/** The camera is live and the switch in the help panel is on. */
async function openScanning() {
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  const pill = screen.getByRole('button', { expanded: false })
  await user.click(pill)
  await user.click(screen.getByRole('switch', { name: 'Auto-scan' }))
  await user.click(pill)
  return user
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const card = () => screen.findByRole('region', { name: 'BEER IDENTIFIED' })
const noCard = () => expect(screen.queryByRole('region', { name: 'BEER IDENTIFIED' })).toBeNull()

it('sends no frame unless it is switched on, and remembers the switch', spec('9.2.10'), async () => {
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  await user.click(screen.getByRole('button', { expanded: false }))
  expect(screen.getByRole('switch', { name: 'Auto-scan' })).not.toBeChecked()
  await pass(3 * AUTO_FRAME_INTERVAL_MS)
  expect(frames).toHaveLength(0)
  await user.click(screen.getByRole('switch', { name: 'Auto-scan' }))
  expect(localStorage.getItem('beergoggles.auto-scan')).toBe('true')
})

it(
  'sends a small frame every 3.5 seconds that leaves a scan only when a beer is found',
  spec('9.2.12', '9.2.13', '9.2.14'),
  async () => {
    refuses(identifyBeer, 'no_beer', 'No beer detected')
    const frame = vi.spyOn(camera, 'frame')
    await openScanning()
    frame.mockClear()
    await pass(AUTO_FRAME_INTERVAL_MS - 500)
    expect(frames).toHaveLength(0)
    await pass(600)
    await waitFor(() => expect(frames).toHaveLength(1))
    expect(frame).toHaveBeenCalledWith({
      maxWidth: AUTO_FRAME_WIDTH_PX,
      maxHeight: AUTO_FRAME_HEIGHT_PX,
      quality: AUTO_FRAME_JPEG_QUALITY,
    })
    expect(await frames[0]?.clone().text()).toMatch(/name="auto"\s+true/)
    await pass(AUTO_FRAME_INTERVAL_MS)
    await waitFor(() => expect(frames).toHaveLength(2))
    noCard()
  },
)

it('shows the identified beer and links to its page', spec('2.4.18', '2.5.12', '2.5.13'), async () => {
  const user = await openScanning()
  await pass(AUTO_FRAME_INTERVAL_MS)
  const shown = within(await card())
  expect(shown.getByRole('heading', { name: 'Orval' })).toBeVisible()
  expect(shown.getByText('Trappist · 6.2%')).toBeVisible()
  expect(shown.getByText('94')).toHaveTextContent('94/100')
  expect(shown.getByRole('link', { name: "Brasserie d'Orval" })).toHaveAttribute('href', '/brewery/12')
  await user.click(shown.getByRole('link', { name: 'View Full Details' }))
  await expect.poll(() => location.pathname + location.search).toBe(`/results?beer=${orval.id}`)
  expect(handoff.get().currentBeer?.beer.name).toBe('Orval')
})

describe('an answer that is not clear', () => {
  const unlisted = aBeer({ name: 'Ampleforth', brewery: null, breweryId: null, listed: false })

  it.each([
    ['a question', { beer: orval, outcome: 'ask', confidence: 57 }, 'NOT SURE YET', 'Orval', 'Which one is it?'],
    [
      'an unlisted beer',
      { beer: unlisted, outcome: 'new', confidence: 75 },
      'NEW TO US',
      'Ampleforth',
      'Check the name',
    ],
    [
      'no name that was hardly read',
      { beer: unlisted, outcome: 'new', confidence: 45 },
      'NEW TO US',
      "A beer we couldn't read",
      'Check the name',
    ],
    [
      'less than 80 %',
      { beer: orval, outcome: 'sure', confidence: 79 },
      'BEER IDENTIFIED',
      'Orval',
      'View Full Details',
    ],
  ] as const)('shows %s only when two frames in a row agree', async (_, answer, title, name, action) => {
    const shows = (beer: typeof orval) =>
      answers(identifyBeer, { status: 200, body: aSingleAnswer({ ...answer, beer }) })
    shows(answer.beer)
    await openScanning()
    await pass(AUTO_FRAME_INTERVAL_MS)
    await waitFor(() => expect(frames).toHaveLength(1))
    shows(aBeer({ name: 'Another' }))
    await pass(AUTO_FRAME_INTERVAL_MS)
    await waitFor(() => expect(frames).toHaveLength(2))
    shows(answer.beer)
    await pass(AUTO_FRAME_INTERVAL_MS)
    await waitFor(() => expect(frames).toHaveLength(3))
    expect(screen.queryByRole('region', { name: title })).toBeNull()
    await pass(AUTO_FRAME_INTERVAL_MS)
    const shown = within(await screen.findByRole('region', { name: title }))
    expect(shown.getByRole('heading', { name })).toBeVisible()
    expect(shown.getByRole('link', { name: action })).toBeVisible()
  })

  it('tells the user how to get one after ten seconds', async () => {
    refuses(identifyBeer, 'no_beer', 'No beer detected')
    await openScanning()
    await pass(9_000)
    expect(screen.queryByText('Hold still, or tap the shutter.')).toBeNull()
    await pass(1_500)
    expect(await screen.findByText('Hold still, or tap the shutter.')).toBeVisible()
  })
})

it('asks which beer it is when the answer is not sure, without a rating', async () => {
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer: orval, outcome: 'ask', confidence: 57 }) })
  const user = await openScanning()
  await pass(2 * AUTO_FRAME_INTERVAL_MS)
  const shown = within(await screen.findByRole('region', { name: 'NOT SURE YET' }))
  expect(shown.queryByText('94')).toBeNull()
  expect(shown.queryByRole('button', { name: 'Save Beer' })).toBeNull()
  await user.click(shown.getByRole('link', { name: 'Which one is it?' }))
  expect(await screen.findByRole('group', { name: 'Closest matches' })).toBeVisible()
})

it.each([
  ['barcode', 'Barcode read'],
  ['correction', 'You named this label before'],
] as const)('says quietly what named the beer if it was a %s', async (origin, text) => {
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer: orval, confidence: 95, origin }) })
  await openScanning()
  await pass(AUTO_FRAME_INTERVAL_MS)
  expect(within(await card()).getByText(text)).toBeVisible()
})

it('saves the beer from the card', spec('2.5.12', '2.5.13'), async () => {
  let saved = false
  answers(listFavorites, () => ({ status: 200 as const, body: saved ? [aFavorite({ beer: orval })] : [] }))
  answers(addFavorite, () => {
    saved = true
    return { status: 201 as const, body: aFavorite({ beer: orval }) }
  })
  const user = await openScanning()
  await pass(AUTO_FRAME_INTERVAL_MS)
  await user.click(within(await card()).getByRole('button', { name: 'Save Beer' }))
  expect(await screen.findByText('Beer Saved!')).toBeVisible()
  expect(await within(await card()).findByRole('button', { name: 'Remove' })).toBeVisible()
})

it(
  'continues scanning on demand, and shows the same beer again only after a minute',
  spec('2.5.12', '2.5.13', '10.2.3'),
  async () => {
    const user = await openScanning()
    await pass(AUTO_FRAME_INTERVAL_MS)
    await user.click(within(await card()).getByRole('button', { name: 'Continue Scanning' }))
    noCard()
    await pass(2 * AUTO_FRAME_INTERVAL_MS)
    await waitFor(() => expect(frames.length).toBeGreaterThan(1))
    noCard()
    sees(aBeer({ name: 'Rochefort' }))
    await pass(AUTO_FRAME_INTERVAL_MS)
    await user.click(within(await card()).getByRole('button', { name: 'Continue Scanning' }))
    sees(orval)
    await pass(AUTO_SAME_BEER_MS - 8 * AUTO_FRAME_INTERVAL_MS)
    noCard()
    await pass(8 * AUTO_FRAME_INTERVAL_MS)
    expect(within(await card()).getByRole('heading', { name: 'Orval' })).toBeVisible()
  },
)

describe('the card', () => {
  it('leaves the focus to the screen when it closes', async () => {
    const user = await openScanning()
    await pass(AUTO_FRAME_INTERVAL_MS)
    await user.click(within(await card()).getByRole('button', { name: 'Continue Scanning' }))
    noCard()
    expect(screen.getByRole('heading', { name: 'Scan', level: 1 })).toHaveFocus()
  })

  it('closes after ten seconds', spec('4.8.6', '9.3.11'), async () => {
    await openScanning()
    await pass(AUTO_FRAME_INTERVAL_MS)
    await card()
    await pass(OVERLAY_DISMISS_MS - 1_500)
    expect(await card()).toBeVisible()
    await pass(1_500)
    noCard()
  })

  it('stays while touched or focused', async () => {
    await openScanning()
    await pass(AUTO_FRAME_INTERVAL_MS)
    const shown = await card()
    fireEvent.pointerDown(shown)
    await pass(2 * OVERLAY_DISMISS_MS)
    expect(shown).toBeVisible()
    fireEvent.pointerUp(shown)
    act(() => within(shown).getByRole('button', { name: 'Continue Scanning' }).focus())
    await pass(2 * OVERLAY_DISMISS_MS)
    expect(shown).toBeVisible()
    act(() => within(shown).getByRole('button', { name: 'Continue Scanning' }).blur())
    await pass(OVERLAY_DISMISS_MS)
    noCard()
  })
})

it('marks the viewfinder for five seconds after a beer was found', spec('4.8.7'), async () => {
  await openScanning()
  await pass(AUTO_FRAME_INTERVAL_MS)
  await card()
  const isMarked = () => document.querySelector('.border-hop') !== null
  expect(isMarked()).toBe(true)
  await pass(OVERLAY_FLAG_MS / 2 + 200)
  expect(isMarked()).toBe(true)
  await pass(OVERLAY_FLAG_MS / 2)
  expect(isMarked()).toBe(false)
})

it('respects Retry-After', async () => {
  network.use(
    http.post('*/api/identify-beer', () => new HttpResponse('busy', { status: 503, headers: { 'Retry-After': '20' } })),
  )
  await openScanning()
  await pass(AUTO_FRAME_INTERVAL_MS)
  await waitFor(() => expect(frames).toHaveLength(1))
  await pass(15_000)
  expect(frames).toHaveLength(1)
  await pass(6_000)
  await waitFor(() => expect(frames).toHaveLength(2))
})

describe('a barcode of a known beer in view, without auto-scan', () => {
  async function openWith(showsKnownBarcode: boolean) {
    answers(detectContext, {
      status: 200,
      body: { context: 'single_beer', confidence: 0.9, beerCount: 1, textContent: true, showsKnownBarcode },
    })
    answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer: orval, origin: 'barcode' }) })
    const { user } = openApp('/')
    await user.click(await screen.findByRole('button', { name: /^Capture/ }))
    await screen.findByText('CAM ACTIVE')
    await pass(SCENE_FIRST_MS)
    return user
  }

  it('shows its beer, and once only while it stays there', async () => {
    const user = await openWith(true)
    expect(within(await card()).getByRole('heading', { name: 'Orval' })).toBeVisible()
    expect(await frames[0]?.clone().text()).toMatch(/name="auto"\s+true/)
    await user.click(screen.getByRole('button', { name: 'Continue Scanning' }))
    await pass(2 * SCENE_INTERVAL_MS)
    noCard()
  })

  it('is the only reason to identify a frame', async () => {
    await openWith(false)
    await pass(2 * SCENE_INTERVAL_MS)
    expect(frames).toHaveLength(0)
    noCard()
  })
})
