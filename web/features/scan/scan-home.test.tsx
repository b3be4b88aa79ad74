import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { detectContext, getBeer, getScan, identifyBeer, parseMenu, similarBeers } from '#contracts'
import { spec } from '#testing/spec.ts'
import { camera } from '#web/device/camera.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, hangs, refuses, requestsTo } from '#web/testing/network.ts'

beforeEach(() => {
  installCamera()
  answers(detectContext, {
    status: 200,
    body: { context: 'single_beer', confidence: 0.92, beerCount: 1, textContent: false },
  })
  refuses(getScan, 'not_found', 'No such scan')
})

async function openLive() {
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  return user
}
/** Answers with the id that the photo was sent with. */
const fridge = (beers: ReturnType<typeof aSightedBeer>[]) =>
  answers(identifyBeer, async ({ request }) => {
    const scanId = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(await request.text())?.[0] ?? ''
    return { status: 200 as const, body: { scanId, beers, totalDetected: beers.length } }
  })

async function shootFridge() {
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
  return user
}

it('has no stop for the Tab key at the live picture, as Firefox makes of every video', async () => {
  openApp('/')
  expect(await screen.findByLabelText('Live camera')).toHaveAttribute('tabindex', '-1')
})

it('decorates the live picture with bubbles and four corner marks', spec('2.4.2'), async () => {
  openApp('/')
  const main = (await screen.findByText('CAM STANDBY')).closest('main')
  await waitFor(() => expect(main?.querySelectorAll('.bubble').length).toBeGreaterThan(5))
  const corners = Array.from(main?.querySelectorAll('[class*="-3"][class*="rounded-"]') ?? []).filter(({ classList }) =>
    /border-[tb]-3/.test(classList.toString()),
  )
  expect(corners).toHaveLength(4)
})

it('offers four modes, single first', spec('2.4.11', '4.2.1', '4.2.2'), async () => {
  openApp('/')
  const single = await screen.findByRole('button', { name: 'Single' })
  expect(single).toHaveAttribute('aria-pressed', 'true')
  const bar = single.closest('[role=group], fieldset') ?? single.parentElement
  expect(Array.from(bar?.querySelectorAll('button') ?? [], (button) => button.textContent)).toEqual([
    'Single',
    'Fridge',
    'Menu',
    'Upload',
  ])
})

it('has a hidden input that takes pictures of any type', spec('2.4.12', '5.10'), async () => {
  openApp('/')
  const input = await screen.findByLabelText('Photo to upload')
  expect(input).toHaveAttribute('type', 'file')
  expect(input).toHaveAttribute('accept', 'image/*')
  expect(input).not.toBeVisible()
})

it('opens the file picker for Upload', spec('4.2.4'), async () => {
  const { user } = openApp('/')
  const input = await screen.findByLabelText('Photo to upload')
  const picked = vi.spyOn(HTMLInputElement.prototype, 'click')
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  expect(picked.mock.contexts).toEqual([input])
})

it('keeps the captured image for the next screen', spec('2.4.17', '4.5.1'), async () => {
  hangs(identifyBeer)
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Capture Beer' }))
  await waitFor(() => expect(location.pathname).toBe('/processing'))
  expect(handoff.get().capturedImage?.photo.type).toBe('image/jpeg')
})

it('freezes the photo, and navigates 100 ms after the capture, not before', spec('4.5.3', '9.3.13'), async () => {
  hangs(identifyBeer)
  const user = await openLive()
  const start = globalThis.setTimeout
  let navigate: (() => void) | undefined
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms) => {
    if (ms !== 100) return start(work, ms)
    navigate = work
    return start(() => undefined)
  })
  await user.click(screen.getByRole('button', { name: 'Capture Beer' }))
  await waitFor(() => expect(navigate).toBeDefined())
  expect(handoff.get().previousPage).toBe('/')
  expect(location.pathname).toBe('/')
  expect(screen.getByRole('img', { name: 'Your shot' })).toBeVisible()
  navigate?.()
  await waitFor(() => expect(location.pathname).toBe('/processing'))
})

it("says 'Camera Not Ready' while the video has no size", spec('5.7'), async () => {
  const user = await openLive()
  vi.spyOn(camera, 'isReady').mockReturnValue(false)
  await user.click(screen.getByRole('button', { name: 'Capture Beer' }))
  expect(await screen.findByText('Camera Not Ready')).toBeVisible()
  expect(screen.getByText('Please wait for camera to initialize')).toBeVisible()
  expect(handoff.get().capturedImage).toBeNull()
})

it(
  'is busy while it identifies, and ready again after success and failure',
  spec('4.4.1', '4.4.2', '4.4.3', '4.4.4'),
  async () => {
    let end = (): void => undefined
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    answers(identifyBeer, async () => {
      await held
      return { status: 200 as const, body: { scanId: crypto.randomUUID(), beers: [aSightedBeer()], totalDetected: 1 } }
    })
    const user = await shootFridge()
    expect(await screen.findByText('Looking for labels...')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Capture Fridge' })).toBeNull()
    end()
    const modal = await screen.findByRole('dialog', { name: 'Fridge Scan Results' })
    await user.click(within(modal).getAllByRole('button', { name: 'Close' })[0] ?? modal)
    expect(await screen.findByRole('button', { name: 'Capture Fridge' })).toHaveAttribute('aria-disabled', 'false')
    refuses(identifyBeer, 'scan_failed', 'The engine gave up')
    await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
    expect(await screen.findByText('Identification Failed')).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Capture Fridge' })).toHaveAttribute('aria-disabled', 'false'),
    )
  },
)

it('is ready for another picture after a menu that failed', spec('4.7.6'), async () => {
  refuses(parseMenu, 'scan_failed', 'too dark')
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  expect(await screen.findByText('Menu Parsing Failed')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Capture Menu' })).toHaveAttribute('aria-disabled', 'false')
})

it('shows no toast when there is no beer', spec('8.2.12'), async () => {
  refuses(identifyBeer, 'no_beer', 'No beer detected')
  await shootFridge()
  expect(await screen.findByRole('button', { name: /No beer detected · try closer/ })).toBeVisible()
  expect(screen.queryByText('Identification Failed')).toBeNull()
  expect(within(screen.getByRole('region', { name: /^Notifications/ })).queryByText(/./)).toBeNull()
})

it('scans the part of the last photo that the user marks', async () => {
  refuses(identifyBeer, 'no_beer', 'No beer detected')
  const user = await shootFridge()
  const crop = await screen.findByRole('button', { name: 'Crop this photo' })
  const parts: unknown[][] = []
  vi.stubGlobal('createImageBitmap', async (_: Blob, ...part: unknown[]) => {
    if (part.length > 1) parts.push(part.slice(0, 4))
    return { width: 1_000, height: 1_000, close: () => undefined }
  })
  hangs(identifyBeer)
  const sent = requestsTo(identifyBeer)
  await user.click(crop)
  const sheet = within(await screen.findByRole('dialog', { name: 'Crop your photo' }))
  const part = sheet.getByRole('button', { name: 'Part to read' })
  const photo = part.parentElement
  if (!photo) throw new Error('the part is on no photo')
  vi.spyOn(photo, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 200, 200))
  Object.assign(photo, { setPointerCapture: () => undefined })
  fireEvent.pointerDown(photo, { clientX: 20, clientY: 110 })
  fireEvent.pointerMove(photo, { clientX: 80, clientY: 200 })
  fireEvent.pointerUp(photo)
  fireEvent.pointerMove(photo, { clientX: 0, clientY: 0 })
  part.focus()
  await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
  expect(part).toHaveStyle({ left: '13%', top: '5%', width: '30%', height: '48%' })
  await user.click(sheet.getByRole('button', { name: 'Read this part' }))
  await waitFor(() => expect(location.pathname).toBe('/processing'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(parts).toEqual([[130, 50, 300, 480]])
  expect(await sent[0]?.clone().text()).toContain('single_beer')
  vi.unstubAllGlobals()
})

it('scans no part of a photo whose sheet the user closed while the part was being cut', async () => {
  refuses(identifyBeer, 'no_beer', 'No beer detected')
  const user = await shootFridge()
  await user.click(await screen.findByRole('button', { name: 'Crop this photo' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Crop your photo' }))
  let cut: (picture: object) => void = () => undefined
  vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => (cut = resolve)))
  const sent = requestsTo(identifyBeer)
  await user.click(sheet.getByRole('button', { name: 'Read this part' }))
  await user.click(sheet.getByRole('button', { name: 'Close' }))
  const picture = { width: 1_000, height: 1_000, close: () => undefined }
  cut(picture)
  await new Promise((resolve) => setTimeout(resolve))
  cut(picture)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(location.pathname).toBe('/')
  expect(sent).toEqual([])
  expect(screen.getByRole('button', { name: 'Crop this photo' })).toBeVisible()
  vi.unstubAllGlobals()
})

it('leads the focus on when the last photo is deleted', async () => {
  refuses(identifyBeer, 'no_beer', 'No beer detected')
  const user = await shootFridge()
  await user.click(await screen.findByRole('button', { name: 'Delete this photo' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Crop this photo' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'Scan', level: 1 })).toHaveFocus()
})

it('opens the page of a beer that is tapped in the fridge', spec('2.5.6'), async () => {
  const beer = aSightedBeer({ name: 'Orval' })
  fridge([beer])
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  const user = await shootFridge()
  const modal = await screen.findByRole('dialog', { name: 'Fridge Scan Results' })
  await user.click(within(modal).getByRole('link', { name: '1 Orval' }))
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(`${location.pathname}${location.search}`).toBe(`/results?beer=${beer.id}`)
})

it('shows a decimal only of a rating that people have decided', async () => {
  fridge([
    aSightedBeer({ name: 'Orval', rating: 93.6 }),
    aSightedBeer({ name: 'Hell', rating: 78.3, ratingOrigin: 'expected', ratingRange: { low: 73, high: 83 } }),
  ])
  await shootFridge()
  const cardOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li')
  expect(await cardOf('1 Orval')).toHaveTextContent('93.6')
  const expected = await cardOf('2 Hell')
  expect(expected).toHaveTextContent('78')
  expect(expected).not.toHaveTextContent('78.3')
  expect(expected).toHaveTextContent('expected')
})

it('pins each beer of a fridge at its position', spec('4.8.5'), async () => {
  fridge([aSightedBeer({ name: 'Orval', position: { x: 31, y: 64 } }), aSightedBeer({ name: 'Hell', position: null })])
  await shootFridge()
  expect(await screen.findByRole('link', { name: '1: Orval' })).toHaveStyle({ left: '31%', top: '64%' })
  expect(screen.getByRole('link', { name: '2: Hell' })).toHaveStyle({ left: '50%', top: '20%' })
})

it("lists the last menu in the 'Beer Menu' browser", spec('2.5.7', '2.5.8'), async () => {
  const beer = aSightedBeer({
    name: 'Orval',
    brewery: "Brasserie d'Orval",
    style: 'Belgian Pale',
    abv: 6.2,
    rating: 93.6,
  })
  handoff.leaveMenu({
    scanId: crypto.randomUUID(),
    beers: [beer],
    context: 'menu',
    title: null,
    readAt: new Date().toISOString(),
  })
  openApp('/')
  fireEvent.click(await screen.findByRole('button', { name: /^Beer Menu/ }))
  const modal = await screen.findByRole('dialog', { name: 'Beer Menu' })
  const row = within(modal).getByRole('link', { name: 'Orval' }).closest('li')
  for (const fact of ["Brasserie d'Orval", 'Belgian Pale', '6.2%', '94']) expect(row).toHaveTextContent(fact)
  expect(within(modal).getByRole('link', { name: 'View Details: Orval' })).toHaveAttribute(
    'href',
    `/results?beer=${beer.id}`,
  )
  expect(within(modal).getByRole('button', { name: 'Save: Orval' })).toBeEnabled()
})

it("titles the list of the last group 'Multiple Beers', as its screen", async () => {
  const left = { title: null, readAt: new Date().toISOString() }
  const beers = [aSightedBeer(), aSightedBeer()]
  handoff.leaveMenu({ scanId: crypto.randomUUID(), beers, context: 'multiple_beers', ...left })
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: 'Multiple Beers, 2 beers' }))
  expect(await screen.findByRole('dialog', { name: 'Multiple Beers' })).toBeVisible()
})

it('opens the beer page when a fridge scan finds a single beer', async () => {
  const beer = aBeer({ name: 'Orval' })
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer }) })
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  await shootFridge()
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(handoff.get().currentBeer?.beer.id).toBe(beer.id)
})

it("closes the fridge with its 'Close' button", spec('2.5.5'), async () => {
  fridge([aSightedBeer()])
  const user = await shootFridge()
  const modal = await screen.findByRole('dialog', { name: 'Fridge Scan Results' })
  await user.click(within(modal).getByText('Close', { selector: 'button' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
