import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  correctScan,
  getBeer,
  getScan,
  identifyBeer,
  keepBeerPicture,
  listPictures,
  listScans,
  similarBeers,
} from '#contracts'
import { createQueryClient } from '#web/api/queries.ts'
import { newId } from '#web/device/new-id.ts'
import { forgetThumbs, thumbOf } from '#web/device/scan-thumbs.ts'
import { handoff } from '#web/handoff/handoff.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aScan, aSightedBeer, aSingleAnswer, aUser } from '#web/testing/builders.ts'
import { fakeCaches } from '#web/testing/fake-caches.ts'
import { answers, requestsTo } from '#web/testing/network.ts'
import { keepSureLabels } from './keep-labels.ts'

const photo = { id: newId(), userId: 7, photo: new Blob(['photo'], { type: 'image/jpeg' }) }
const box = { x: 40, y: 40, width: 20, height: 30 }
let crops: unknown[][]

beforeEach(() => {
  crops = []
  vi.stubGlobal('createImageBitmap', async (_picture: Blob, ...part: unknown[]) => {
    if (part.length > 1) crops.push(part.slice(0, 4))
    return { width: 1_000, height: 1_000, close: () => undefined }
  })
  answers(keepBeerPicture, { status: 200, body: { id: newId() } })
})
afterEach(() => vi.unstubAllGlobals())

function keeps(isKept: boolean, of: number[] = []) {
  const pictures = of.map((beerId) => ({ id: newId(), beerId, name: 'Kept' }))
  answers(listPictures, { status: 200, body: { isKept, pictures, count: of.length, bytes: 0 } })
}

/** The ids of the beers whose label was sent. */
async function kept(outcome: Outcome): Promise<number[]> {
  const sent = requestsTo(keepBeerPicture)
  await keepSureLabels(photo, outcome, createQueryClient())
  return sent.map(({ url }) => Number(/beers\/(\d+)\//.exec(url)?.[1]))
}

const single = (given: Parameters<typeof aSingleAnswer>[0] = {}): Outcome => ({
  kind: 'single',
  answer: aSingleAnswer({ outcome: 'sure', box, ...given }),
})

it('keeps the label of a sure beer, cut out of the photo', async () => {
  keeps(true)
  const beer = aBeer()
  expect(await kept(single({ beer }))).toEqual([beer.id])
  expect(crops).toEqual([[400, 400, 200, 300]])
})

it('keeps nothing unless the user wants it', async () => {
  keeps(false)
  expect(await kept(single())).toEqual([])
})

it('keeps no label of a beer that is asked about, or that has a picture', async () => {
  const beer = aBeer()
  keeps(true, [beer.id])
  expect(await kept(single({ outcome: 'ask' }))).toEqual([])
  expect(await kept(single({ origin: 'barcode' }))).toEqual([])
  expect(await kept(single({ beer }))).toEqual([])
})

it('keeps the sure labels of a group, and no lines of a menu', async () => {
  keeps(true)
  const [sure, asked, nowhere] = [
    aSightedBeer({ outcome: 'sure', box }),
    aSightedBeer({ outcome: 'ask', box }),
    aSightedBeer({ outcome: 'sure', position: null }),
  ]
  const group = { kind: 'group', scanId: photo.id, beers: [sure, asked, nowhere], title: null } as const
  expect(await kept({ ...group, beers: [...group.beers], context: 'fridge' })).toEqual([sure.id])
  expect(await kept({ ...group, beers: [...group.beers], context: 'menu' })).toEqual([])
})

it('keeps a thumb of a photo without one beer on this device, if pictures are wanted', async () => {
  vi.stubGlobal('caches', fakeCaches())
  const nothing: Outcome = { kind: 'nothing', context: 'auto' }
  keeps(false)
  await kept(nothing)
  expect(await thumbOf(photo.userId, photo.id)).toBeUndefined()
  keeps(true)
  await kept(nothing)
  await kept(single())
  expect((await thumbOf(photo.userId, photo.id))?.type).toBe('image/jpeg')
  expect(await thumbOf(photo.userId + 1, photo.id)).toBeUndefined()
  expect(await caches.keys()).toEqual(['copies-of-user-7-thumbs'])

  const empty = aScan({ id: photo.id, beer: null, beerId: null })
  answers(listScans, { status: 200, body: [empty] })
  openApp('/history', aUser({ id: photo.userId }))
  expect(await screen.findByRole('img', { name: 'Your photo, blurred' })).toBeVisible()
  await forgetThumbs(photo.userId, [photo.id])
  expect(await thumbOf(photo.userId, photo.id)).toBeUndefined()
  await forgetThumbs(photo.userId)
  expect(await caches.keys()).toEqual([])
})

it('keeps the label once the user has said which beer it is', async () => {
  keeps(true)
  const [asked, right] = [aBeer({ name: 'Perhaps' }), aBeer({ name: 'Orval' })]
  const alternatives = [{ beer: right, confidence: 30 }]
  const read = { beer: asked, scanId: photo.id, outcome: 'ask', confidence: 40, position: null, box } as const
  handoff.leaveImage({ ...photo, context: 'auto' })
  handoff.leaveBeer({ ...read, alternatives, readText: [] })
  const corrected = aScan({ id: photo.id, beer: aSightedBeer({ ...right, confidence: null, box }) })
  answers(correctScan, { status: 200, body: corrected })
  answers(getScan, { status: 200, body: corrected })
  answers(getBeer, { status: 200, body: right })
  answers(similarBeers, { status: 200, body: [] })
  const sent = requestsTo(keepBeerPicture)
  const { user } = openApp(`/results?beer=${asked.id}`)
  await user.click(await screen.findByRole('button', { name: 'Orval' }))
  await waitFor(() =>
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([`/api/beers/${right.id}/own-picture`]),
  )
  expect((await sent[0]?.clone().formData())?.get('scanId')).toBe(photo.id)
})

it('is asked for each photo that leaves the outbox with a result', async () => {
  keeps(true)
  const answer = aSingleAnswer({ outcome: 'sure', box })
  answers(identifyBeer, { status: 200, body: answer })
  const sent = requestsTo(keepBeerPicture)
  openApp('/history')
  await screen.findByRole('heading', { name: 'Scan History' })
  const { id } = await outbox.add(photo.photo, 'auto')
  await outbox.send(id, 'single_beer')
  await waitFor(() =>
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([`/api/beers/${answer.beer.id}/own-picture`]),
  )
})
