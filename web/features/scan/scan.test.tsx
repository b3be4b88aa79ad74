import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  addFavorite,
  deleteScan,
  detectContext,
  getScan,
  identifyBeer,
  listFavorites,
  parseMenu,
  removeFavorite,
  type Scene,
  saveMenu,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { pinOf } from '#web/scan-result/pins.ts'
import { openApp } from '#web/testing/app.tsx'
import { aFavorite, aMenuScan, aSightedBeer } from '#web/testing/builders.ts'
import { type FakeCamera, installCamera } from '#web/testing/fake-camera.ts'
import { answers, hangs, refuses, requestsTo } from '#web/testing/network.ts'
import { pillText } from './scene-pill.tsx'
import { captureLabel } from './texts.ts'

let fake: FakeCamera
beforeEach(() => {
  fake = installCamera()
  sees({})
  refuses(getScan, 'not_found', 'No such scan')
})

function sees(given: Partial<Scene>): void {
  answers(detectContext, {
    status: 200,
    body: { context: 'single_beer', confidence: 0.92, beerCount: 1, textContent: false, ...given },
  })
}

async function openLive() {
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  return user
}

it(
  'stands by until the first tap, which starts the camera, and asks for it once',
  spec('2.4.1', '2.4.13', '4.1.1', '4.1.2', '4.1.5', '4.1.6'),
  async () => {
    const { user } = openApp('/')
    expect(await screen.findByText('CAM STANDBY')).toBeVisible()
    expect(fake.requests()).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Capture Beer' }))
    expect(await screen.findByText('CAM ACTIVE')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    await screen.findByRole('heading', { name: 'Favorites' })
    await user.click(screen.getByRole('link', { name: 'Scan' }))
    expect(await screen.findByText('CAM ACTIVE')).toBeVisible()
    expect(fake.requests()).toBe(1)
  },
)

it('goes to the processing screen with what a later tap captured', spec('2.4.15', '4.1.4', '4.5.2'), async () => {
  hangs(identifyBeer)
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Capture Beer' }))
  await waitFor(() => expect(location.pathname).toBe('/processing'))
  expect(handoff.get().previousPage).toBe('/')
})

it('shoots by keyboard', async () => {
  hangs(identifyBeer)
  const { user } = openApp('/')
  const shutter = await screen.findByRole('button', { name: 'Capture Beer' })
  shutter.focus()
  await user.keyboard('{Enter}')
  await screen.findByText('CAM ACTIVE')
  await waitFor(() => expect(shutter).toHaveAttribute('aria-disabled', 'false'))
  expect(shutter).toHaveFocus()
  await user.keyboard(' ')
  await waitFor(() => expect(location.pathname).toBe('/processing'))
})

it('keeps the focus on what took the photo while it is read, and ignores further presses', async () => {
  hangs(parseMenu)
  const sent = requestsTo(parseMenu)
  const user = await openLive()
  const [menu, shutter] = ['Menu', 'Capture Beer'].map((name) => screen.getByRole('button', { name }))
  menu?.focus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Parsing Menu' }))
  expect(shutter).toHaveAttribute('aria-disabled', 'true')
  // A browser drops the focus of a button that is disabled.
  for (const button of [menu, shutter]) {
    expect(button).not.toBeDisabled()
    if (button) fireEvent.click(button)
  }
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(menu).toHaveFocus())
  expect(shutter).toHaveAttribute('aria-disabled', 'false')
  expect(sent).toHaveLength(1)
})

it('names the scene on the pill and on the button', spec('2.4.3', '2.4.6', '4.3.2', '4.3.3'), async () => {
  sees({ context: 'multiple_beers', beerCount: 4, confidence: 0.81 })
  await openLive()
  expect(await screen.findByRole('button', { name: /Multiple beers · 81%/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Capture 4 Beers' })).toBeVisible()
})

it('opens help from the pill', spec('2.4.4'), async () => {
  const { user } = openApp('/')
  const pill = await screen.findByRole('button', { name: /Point at a beer/ })
  await user.click(pill)
  expect(pill).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('heading', { name: 'How to get a good photo' })).toBeVisible()
})

it('shows SMART DETECT in single mode and MANUAL in the others', spec('2.4.14'), async () => {
  const user = await openLive()
  expect(screen.getByText('SMART DETECT')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  expect(screen.getByText('MANUAL')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Capture Fridge' })).toBeVisible()
})

it(
  'shows a fridge with a heart for each beer, saves all at once, and takes that back by keyboard',
  spec('2.5.1', '2.5.2', '2.5.3', '2.5.4', '3.1.8', '4.8.4'),
  async () => {
    const beers = [aSightedBeer({ name: 'Orval', rating: 94.26 }), aSightedBeer({ name: 'Hell', position: null })]
    answers(identifyBeer, { status: 200, body: { scanId: crypto.randomUUID(), beers, totalDetected: 2 } })
    let saved: ReturnType<typeof aFavorite>[] = []
    answers(listFavorites, () => ({ status: 200 as const, body: saved }))
    answers(addFavorite, async ({ request }) => {
      const { beerId } = (await request.json()) as { beerId: number }
      const favorite = aFavorite({ beer: beers.find((beer) => beer.id === beerId) ?? aSightedBeer() })
      saved = [favorite, ...saved]
      return { status: 201 as const, body: favorite }
    })
    answers(removeFavorite, ({ params }) => {
      saved = saved.filter(({ beerId }) => beerId !== Number(params.beerId))
      return { status: 204 as const, body: null }
    })
    const user = await openLive()
    await user.click(screen.getByRole('button', { name: 'Fridge' }))
    await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
    const modal = await screen.findByRole('dialog', { name: 'Fridge Scan Results' })
    expect(within(modal).getByText('2 beers detected')).toBeVisible()
    expect(within(modal).getByText('94.3')).toBeVisible()
    expect(await within(modal).findAllByText('new to you')).toHaveLength(2)
    expect(within(modal).getByRole('link', { name: '1 Orval' })).toBeVisible()
    await user.click(within(modal).getByRole('button', { name: 'Add All to Favorites' }))
    expect(await within(modal).findByRole('button', { name: 'Remove Orval from favorites' })).toBeVisible()
    expect(await within(modal).findByRole('button', { name: 'Remove Hell from favorites' })).toBeVisible()
    // The toast is inside the sheet, which keeps the focus to itself.
    const undo = await within(modal).findByRole('button', { name: 'Undo' })
    await user.keyboard('{Tab}{Tab}{Tab}')
    expect(undo).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await within(modal).findByRole('button', { name: 'Add Orval to favorites' })).toBeVisible()
    expect(await within(modal).findByRole('button', { name: 'Add Hell to favorites' })).toBeVisible()
    expect(saved).toEqual([])
    await user.click(within(modal).getAllByRole('button', { name: 'Close' })[0] ?? modal)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Fridge Scan Results, 2 beers' }))
    expect(await screen.findByRole('dialog', { name: 'Fridge Scan Results' })).toBeVisible()
  },
)

it(
  'captures a menu at once when Menu is chosen, then parses, saves and shows it',
  spec('4.2.3', '4.7.1', '4.7.2', '4.7.3', '4.7.4', '7.2.17', '8.3.1'),
  async () => {
    const beers = [aSightedBeer({ name: 'Orval', price: '£5' }), aSightedBeer({ name: 'Hell' })]
    const scan = aMenuScan(beers)
    answers(parseMenu, { status: 200, body: { scanId: scan.id, beers, title: 'Draught' } })
    answers(saveMenu, { status: 200, body: scan })
    const saved = requestsTo(saveMenu)
    const user = await openLive()
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    expect(await screen.findByRole('heading', { name: 'Scanned Menu' })).toBeVisible()
    expect(await screen.findByText('Menu Parsed Successfully')).toBeVisible()
    expect(screen.getByText('Found 2 beers in the menu')).toBeVisible()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.clone().json()).toMatchObject({
      beerId: beers[0]?.id,
      scanId: scan.id,
      menuData: [{ price: '£5' }, {}],
    })
  },
)

it('shows a parsed menu whose saving failed, and says why', async () => {
  const beers = [aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })]
  answers(parseMenu, { status: 200, body: { scanId: crypto.randomUUID(), beers, title: null } })
  refuses(saveMenu, 'unavailable', 'The kitchen is busy')
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  expect(await screen.findByText("Couldn't save the menu")).toBeVisible()
  expect(screen.getByText('The kitchen is busy')).toBeVisible()
  expect(screen.queryByText('Menu Parsing Failed')).toBeNull()
  expect(await screen.findByRole('heading', { name: 'Scanned Menu' })).toBeVisible()
})

it('waits in a modal while a menu is parsed, and cancels from there', spec('2.5.9', '2.5.11'), async () => {
  hangs(parseMenu)
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  const modal = await screen.findByRole('dialog', { name: 'Parsing Menu' })
  expect(within(modal).getByText('This may take 30-60 seconds')).toBeVisible()
  answers(deleteScan, { status: 204, body: null })
  await user.click(within(modal).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.pathname).toBe('/')
})

it('starts the camera and captures nothing when Menu is chosen in standby', spec('8.2.9'), async () => {
  const sent = requestsTo(parseMenu)
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: 'Menu' }))
  expect(await screen.findByText('Camera Not Ready')).toBeVisible()
  expect(screen.getByText('Please wait for camera to initialize')).toBeVisible()
  expect(await screen.findByText('CAM ACTIVE')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Capture Menu' })).toBeVisible()
  expect(sent).toHaveLength(0)
})

it.each([
  [
    'an empty menu',
    () => answers(parseMenu, { status: 200, body: { scanId: crypto.randomUUID(), beers: [], title: null } }),
    'No Beers Found',
    'No readable beer information detected in this image',
  ],
  [
    'a failed menu',
    () => refuses(parseMenu, 'scan_failed', 'too dark'),
    'Menu Parsing Failed',
    'Could not parse beer menu. Try again.',
  ],
] as const)('reports %s', spec('4.7.5', '4.7.6', '8.2.1', '8.2.2'), async (_, prepare, title, description) => {
  prepare()
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText(description)).toBeVisible()
})

it.each([
  ['scan_failed', 'The engine gave up', 'Identification Failed', 'The engine gave up'],
  ['quota_exceeded', 'Provider quota exceeded', 'API Quota Exceeded', 'credits'],
] as const)(
  'says why a fridge could not be identified: %s',
  spec('8.2.11', '8.2.13'),
  async (code, message, title, words) => {
    refuses(identifyBeer, code, message)
    const user = await openLive()
    await user.click(screen.getByRole('button', { name: 'Fridge' }))
    await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
    expect(await screen.findByText(title)).toBeVisible()
    // The toast, and perhaps already its announcement.
    expect(screen.getAllByText(new RegExp(words))[0]).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Try this photo again' })).toBeVisible()
  },
)

it('scans an empty photo once more for two quick taps', async () => {
  refuses(identifyBeer, 'no_beer', 'No beer detected')
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
  const again = await screen.findByRole('button', { name: 'Try this photo again' })
  const asked = requestsTo(identifyBeer)
  hangs(identifyBeer)
  fireEvent.click(again)
  fireEvent.click(again)
  expect(await screen.findByRole('button', { name: 'Cancel' })).toBeVisible()
  await waitFor(() => expect(asked).not.toHaveLength(0))
  expect(screen.getByRole('link', { name: 'Scan history, 1 waiting' })).toBeVisible()
})

it('says when the picture could not be captured', spec('5.9', '8.2.10'), async () => {
  const user = await openLive()
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null))
  await user.click(screen.getByRole('button', { name: 'Capture Beer' }))
  expect(await screen.findByText('Capture Failed')).toBeVisible()
  expect(screen.getByText('Could not capture image. Please try again.')).toBeVisible()
})

it('names on the button what will be captured', spec('2.4.7', '2.4.8', '2.4.9', '2.4.10'), () => {
  expect(captureLabel('menu', 0)).toBe('Capture Menu')
  expect(captureLabel('fridge', 9)).toBe('Capture Fridge')
  expect(captureLabel('multiple_beers', 3)).toBe('Capture 3 Beers')
  expect(captureLabel('single_beer', 1)).toBe('Capture Beer')
})

it('names a scene only above 0.6, and an assumed one without a percentage', spec('2.4.5', '9.2.5'), () => {
  const seen = {
    context: 'fridge',
    confidence: 0.6,
    beerCount: 3,
    textContent: false,
    showsKnownBarcode: false,
  } as const
  const scene = { ...seen, isFallback: false }
  const found = { nothingFound: false, otherDrink: null }
  expect(pillText({ scene, ...found })).toBe('Point at a beer, a fridge or a menu')
  expect(pillText({ scene: { ...scene, confidence: 0.61 }, ...found })).toBe('Beer fridge · 61%')
  const assumed = { ...scene, context: 'single_beer', confidence: 0.7, isFallback: true } as const
  expect(pillText({ scene: assumed, ...found })).toBe('Single beer')
})

it('places beers without a position in a grid of three columns', spec('9.2.16', '9.2.17', '9.2.18'), () => {
  const at = (index: number) => pinOf({ position: null }, index)
  expect([0, 1, 2, 3].map(at)).toEqual([
    { x: 20, y: 20 },
    { x: 50, y: 20 },
    { x: 80, y: 20 },
    { x: 20, y: 45 },
  ])
})
