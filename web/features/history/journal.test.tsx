import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addToJournal, listJournal, type TriedEntry } from '#contracts'
import { tastingQueue } from '#web/beer/tasting-queue.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aTriedEntry, aUser } from '#web/testing/builders.ts'
import { answers, cutsOff, refuses, requestsTo, untilBackOnline } from '#web/testing/network.ts'

const orval = aTriedEntry({ beer: aBeer({ name: 'Orval' }) })
const hell = aTriedEntry({ beer: aBeer({ name: 'Hell' }) })

/** As the server, which finds 'orval' and '2014'. */
function serve() {
  const found: Record<string, TriedEntry[]> = { orval: [orval], 2014: [hell] }
  answers(listJournal, ({ url }) => {
    const q = url.searchParams.get('q')
    return { status: 200 as const, body: { entries: q === null ? [orval, hell] : (found[q] ?? []), next: null } }
  })
}
const field = () => screen.findByRole('searchbox', { name: 'Search beers, places, years...' })
const beers = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

it('shows what waits for a network first, and among the others once it is sent', async () => {
  const saison = aBeer({ name: 'Saison' })
  const entries = [orval]
  answers(listJournal, () => ({ status: 200 as const, body: { entries, next: null } }))
  cutsOff(addToJournal)
  const user = aUser()
  const changedAt = new Date().toISOString()
  tastingQueue.put(user.id, { kind: 'had', beer: saison, key: crypto.randomUUID(), changedAt })
  openApp('/history?show=journal', user)
  expect(await screen.findByRole('heading', { name: 'Waiting to be sent' })).toBeVisible()
  await waitFor(() => expect(beers()).toEqual(['Saison', 'Orval']))
  const requests = requestsTo(addToJournal)
  answers(addToJournal, () => {
    entries.unshift(aTriedEntry({ beer: saison }))
    return { status: 201 as const, body: aTriedEntry({ beer: saison }) }
  })
  await untilBackOnline(() => expect(requests.length).toBeGreaterThan(0))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Waiting to be sent' })).toBeNull())
  await waitFor(() => expect(beers()).toEqual(['Saison', 'Orval']))
})

describe('the search of the journal', () => {
  it('narrows it to words or a year, and is part of the address', async () => {
    serve()
    const requests = requestsTo(listJournal)
    const { user } = openApp('/history?show=journal')
    await user.type(await field(), 'orval')
    await waitFor(() => expect(beers()).toEqual(['Orval']))
    expect(location.search).toBe('?show=journal&q=orval')
    await user.clear(await field())
    await user.type(await field(), '2014')
    await waitFor(() => expect(beers()).toEqual(['Hell']))
    const asked = new URL(requests.at(-1)?.url ?? '').searchParams
    expect([asked.get('q'), asked.get('timeZone')]).toEqual(['2014', Intl.DateTimeFormat().resolvedOptions().timeZone])
    await user.clear(await field())
    await waitFor(() => expect(beers()).toEqual(['Orval', 'Hell']))
    expect(location.search).toBe('?show=journal')
  })

  it('keeps its field and the focus while the words for one entry are deleted', async () => {
    serve()
    const { user } = openApp('/history?show=journal')
    const box = await field()
    await user.type(box, 'orval')
    await waitFor(() => expect(beers()).toEqual(['Orval']))
    await user.clear(box)
    expect(box).toBeInTheDocument()
    await waitFor(() => expect(beers()).toEqual(['Orval', 'Hell']))
    expect(box).toHaveFocus()
  })

  it('says that nothing was found, and leads back to the whole journal', async () => {
    serve()
    const { user } = openApp('/history?show=journal&q=mead')
    expect(await screen.findByText('No entries match')).toBeVisible()
    expect(await field()).toHaveValue('mead')
    await user.click(screen.getByRole('link', { name: 'Show the whole journal' }))
    await waitFor(() => expect(beers()).toEqual(['Orval', 'Hell']))
    expect(await field()).toHaveValue('')
  })

  it('stays when the filter beside it is taken off', async () => {
    serve()
    const { user } = openApp('/history?show=journal&year=2026&q=orval')
    await user.click(await screen.findByRole('link', { name: '2026 Show the whole journal' }))
    await waitFor(() => expect(location.search).toBe('?show=journal&q=orval'))
    expect(await field()).toHaveValue('orval')
  })

  it('starts again from the newest entries, however many were shown before', async () => {
    answers(listJournal, ({ url }) => {
      const isFirst = !url.searchParams.has('before')
      return {
        status: 200 as const,
        body: isFirst ? { entries: [orval, hell], next: '9-9' } : { entries: [], next: '9-9' },
      }
    })
    const requests = requestsTo(listJournal)
    const { user } = openApp('/history?show=journal')
    await user.click(await screen.findByRole('button', { name: 'Earlier nights' }))
    await waitFor(() => expect(location.search).toContain('earlier'))
    await user.type(await field(), 'orval')
    await waitFor(() => expect(location.search).toBe('?show=journal&q=orval'))
    await waitFor(() => expect(requests.some(({ url }) => url.includes('q=orval'))).toBe(true))
    expect(requests.filter(({ url }) => url.includes('q=orval') && url.includes('before'))).toEqual([])
  })

  it('keeps its words when it fails, and tries again', async () => {
    refuses(listJournal, 'unavailable', 'The kitchen is busy')
    const { user } = openApp('/history?show=journal&q=orval')
    expect(await screen.findByText('The kitchen is busy')).toBeVisible()
    expect(await field()).toHaveValue('orval')
    serve()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(beers()).toEqual(['Orval']))
  })
})
