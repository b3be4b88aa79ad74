import { describe, expect, it } from 'vitest'
import type { ScanContext } from '#contracts'
import { CallError } from '#web/api/call-error.ts'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { aSightedBeer } from '#web/testing/builders.ts'
import { failureNotice, followUpOf, IDLE, type ListMode, nextWork, type Work } from './capture-work.ts'
import { t } from './texts.ts'

const anImage = (id: string, context: ScanContext = 'fridge'): CapturedImage => ({
  id,
  photo: new Blob(),
  url: `blob:${id}`,
  context,
})
const [first, second] = [anImage('first'), anImage('second')]
const identifying: Work = { kind: 'identifying', image: first }
const aGroup: Outcome = {
  kind: 'group',
  scanId: 'first',
  context: 'menu',
  beers: [aSightedBeer(), aSightedBeer()],
  title: null,
}

describe('the work of the scan home', () => {
  it.each<[ListMode, Work['kind']]>([
    ['fridge', 'identifying'],
    ['menu', 'parsing'],
  ])('takes a photo, then sends it: %s', (mode, kind) => {
    const taking = nextWork(IDLE, { kind: 'taking' })
    expect(taking).toEqual({ kind: 'taking' })
    expect(nextWork(taking, { kind: 'sending', mode, image: first })).toEqual({ kind, image: first })
  })

  it('shows the photo until the next screen opens', () => {
    expect(nextWork({ kind: 'taking' }, { kind: 'leaving', image: first })).toEqual({ kind: 'leaving', image: first })
  })

  it('ends with the photo that it waits for, even if its size was measured meanwhile', () => {
    expect(nextWork(identifying, { kind: 'ended', image: { ...first, ratio: 1.5 } })).toBe(IDLE)
  })

  it.each<[string, Work]>([
    ['sending', { kind: 'parsing', image: second }],
    ['taking', { kind: 'taking' }],
    ['idle', IDLE],
  ])('goes on when an earlier photo ends: %s', (_, work) => {
    expect(nextWork(work, { kind: 'ended', image: first })).toBe(work)
  })

  it.each<Work>([IDLE, { kind: 'taking' }, identifying])('stops at any point: $kind', (work) => {
    expect(nextWork(work, { kind: 'stopped' })).toBe(IDLE)
  })
})

describe('what follows from an outcome', () => {
  it('is a notice if a menu has no beers, and the photo again for a fridge', () => {
    const nothing: Outcome = { kind: 'nothing', context: 'menu' }
    expect(followUpOf(nothing, 'menu')).toEqual({
      kind: 'stay',
      notice: { title: t('noBeersFound.title'), description: t('noBeersFound.description') },
    })
    expect(followUpOf(nothing, 'fridge')).toEqual({ kind: 'stay', notice: undefined })
  })

  it('is the page of a scan that goes on, of which nothing is known', () => {
    expect(followUpOf({ kind: 'continues', scanId: 'first' }, 'menu')).toEqual({ kind: 'leave', isFound: false })
  })

  it('is the overlay for a fridge, and the menu with its number of beers for a menu', () => {
    expect(followUpOf(aGroup, 'fridge')).toEqual({ kind: 'show fridge' })
    expect(followUpOf(aGroup, 'menu')).toEqual({
      kind: 'show menu',
      menu: aGroup,
      notice: { title: t('menuParsed.title'), description: t('menuParsed.description', { count: 2 }) },
    })
  })
})

describe('the notice of a failure', () => {
  const error = (code: string, message: string) =>
    CallError.fromResponse(Response.json({ code, message, requestId: '1' }, { status: 413 }))

  it('says that the quota is exhausted, in every mode', async () => {
    const exhausted = await error('quota_exceeded', 'Quota exceeded for today')
    expect(failureNotice(exhausted, 'menu')).toEqual({ title: t('quota.title'), description: t('quota.description') })
    expect(failureNotice(exhausted, 'fridge')).toEqual({ title: t('quota.title'), description: t('quota.description') })
  })

  it('passes on the message of the server, except for a menu', async () => {
    const tooLarge = await error('too_large', 'This photo is too large')
    expect(failureNotice(tooLarge, 'fridge')).toMatchObject({ description: 'This photo is too large' })
    expect(failureNotice(tooLarge, 'menu')).toEqual({
      title: t('menuFailed.title'),
      description: t('menuFailed.description'),
    })
  })

  it('gives no reason if the server gives none', async () => {
    const unknown = await CallError.fromResponse(new Response('<html>', { status: 500 }))
    expect(failureNotice(unknown, 'fridge')).toMatchObject({ description: t('identifyFailed') })
  })
})
