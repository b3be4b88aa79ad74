import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  asCameraFeed,
  fridgePositions,
  MENU_LAYOUTS,
  menuLines,
  NO_BEER_KINDS,
  randomFrom,
  renderFridge,
  renderMenu,
  renderNoBeer,
  renderSingle,
  renderTaps,
} from './index.ts'

const BEER = { name: 'Harbour Lantern', brewery: 'Alder & Finch', style: 'IPA', abv: 6.1 }
const SMALL = { width: 240, height: 320 }

test('draws the same picture for the same seed, and a different one for another seed', async () => {
  const draw = (seed: number) => renderSingle({ beer: BEER, seed, size: SMALL })
  const [one, same, other] = await Promise.all([draw(1), draw(1), draw(2)])
  expect(one.equals(same)).toBe(true)
  expect(one.equals(other)).toBe(false)
})

test('renders every kind as a JPEG of the requested size', async () => {
  const pictures = await Promise.all([
    renderSingle({ beer: BEER, seed: 3, size: SMALL }),
    renderFridge({ beers: [BEER, BEER], seed: 3, size: SMALL }),
    renderTaps({ beers: [BEER, BEER], seed: 3, size: SMALL }),
    renderMenu({ beers: [BEER], seed: 3, size: SMALL }),
    renderNoBeer({ seed: 3, size: SMALL }),
  ])
  for (const picture of pictures) {
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', ...SMALL })
  }
})

test.each(NO_BEER_KINDS)('draws a %s deterministically', async (kind) => {
  const [one, same] = await Promise.all([1, 2].map(() => renderNoBeer({ seed: 7, kind, size: SMALL })))
  expect(await sharp(one).metadata()).toMatchObject({ format: 'jpeg', ...SMALL })
  expect(one?.equals(same ?? Buffer.of())).toBe(true)
})

test.each(MENU_LAYOUTS)('draws a menu in the layout %s, different from the others', async (layout) => {
  const drawn = await renderMenu({ beers: [BEER, BEER], seed: 3, size: SMALL, layout })
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', ...SMALL })
  const others = MENU_LAYOUTS.filter((other) => other !== layout)
  for (const other of others) {
    expect(drawn.equals(await renderMenu({ beers: [BEER, BEER], seed: 3, size: SMALL, layout: other }))).toBe(false)
  }
})

test('returns the price printed for each beer of a menu', () => {
  const lines = menuLines({ beers: [BEER, BEER, BEER], seed: 3 })
  expect(lines.map(({ beer }) => beer)).toEqual([BEER, BEER, BEER])
  for (const { price } of lines) expect(price).toMatch(/^\d\.\d\d$/)
  expect(menuLines({ beers: [BEER, BEER, BEER], seed: 3 })).toEqual(lines)
})

test('returns the position of each beer in a fridge, from left to right on each shelf', async () => {
  const positions = await fridgePositions({ beers: Array.from({ length: 8 }, () => BEER), seed: 4, size: SMALL })
  expect(positions).toHaveLength(8)
  for (const row of [positions.slice(0, 4), positions.slice(4)]) {
    expect(row.map(({ x }) => x)).toEqual(row.map(({ x }) => x).sort((a, b) => a - b))
  }
  for (const { x, y } of positions) for (const value of [x, y]) expect(value > 0 && value < 100).toBe(true)
})

test('encodes a camera feed of three identical frames', async () => {
  const feed = await asCameraFeed(await renderNoBeer({ seed: 5, kind: 'room', size: SMALL }))
  const frame = feed.subarray(0, feed.length / 3)
  expect(await sharp(frame).metadata()).toMatchObject({ width: 1280, height: 720, isProgressive: false })
  expect(feed.subarray(feed.length / 3, (feed.length / 3) * 2).equals(frame)).toBe(true)
})

test('draws integers uniformly within their bounds', () => {
  const random = randomFrom(6)
  const drawn = Array.from({ length: 3_000 }, () => random.whole(1, 3))
  for (const value of [1, 2, 3]) expect(drawn.filter((one) => one === value).length).toBeGreaterThan(850)
})
