import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { beginImport, detectContext, getUser, identifyBeer, listFavorites } from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aUser } from '#web/testing/builders.ts'
import { answers, hangs, network, refuses, requestsTo } from '#web/testing/network.ts'

it('requests only the user while no one is signed in', spec('6.8'), async () => {
  const requests = new Set<string>()
  network.events.on('request:start', ({ request }) => void requests.add(new URL(request.url).pathname))
  refuses(getUser, 'unauthenticated', 'Please sign in')
  openApp('/search')
  await screen.findByRole('link', { name: 'Get Started' })
  expect([...requests]).toEqual(['/api/user'])
})

it('clears everything cached when another user signs in', spec('4.12.1', '4.12.2'), async () => {
  const [ada, grace] = [aUser({ firstName: 'Ada' }), aUser({ firstName: 'Grace' })]
  const [hers, others] = [92.1, 61.4].map((rating) => aFavorite({ beer: aBeer({ rating }) }))
  if (!hers || !others) throw new Error('two favorites are needed')
  answers(listFavorites, { status: 200, body: [hers] })
  const { user } = openApp('/favorites', ada)
  expect(await screen.findByText('92.1')).toBeVisible()
  handoff.leaveBeer({ beer: hers.beer, scanId: null, confidence: null, alternatives: [], readText: [] })
  // The session is replaced before the next call, which is the first to notice.
  answers(getUser, { status: 200, body: grace })
  let refused = 0
  answers(listFavorites, () => {
    refused += 1
    if (refused > 1) return { status: 200 as const, body: [others] }
    throw new Response(JSON.stringify({ message: 'Please sign in', code: 'unauthenticated', requestId: 'test' }), {
      status: 401,
    })
  })
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  expect(await screen.findByText('61.4')).toBeVisible()
  expect(screen.getByRole('heading', { name: /^Grace/ })).toBeVisible()
  expect(screen.queryByText('92.1')).toBeNull()
  await waitFor(() => expect(handoff.get().currentBeer).toBeNull())
})

it("stops a user's upload when another user signs in", async () => {
  const grace = aUser({ firstName: 'Grace' })
  hangs(beginImport)
  const sent = requestsTo(beginImport)
  const { user } = openApp('/export-data')
  const input = await screen.findByLabelText('Choose a File', { selector: 'input' })
  await user.upload(input, new File(['{"scans": []}'], 'mine.json', { type: 'application/json' }))
  expect(await screen.findByRole('progressbar', { name: 'Uploading the file' })).toBeVisible()
  await waitFor(() => expect(sent).toHaveLength(1))
  answers(getUser, { status: 200, body: grace })
  new BroadcastChannel('beergoggles').postMessage({ userId: grace.id })
  await waitFor(() => expect(sent[0]?.signal.aborted).toBe(true))
  expect(await screen.findByRole('button', { name: 'Choose a File' })).toBeVisible()
  expect(screen.queryByText('Import Failed')).toBeNull()
})

it('says nothing of a photo that is being read once its user is signed out', async () => {
  hangs(identifyBeer)
  answers(detectContext, {
    status: 200,
    body: { context: 'single_beer', confidence: 0.9, beerCount: 1, textContent: true },
  })
  const sent = requestsTo(identifyBeer)
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await waitFor(() => expect(sent).toHaveLength(1))
  refuses(getUser, 'unauthenticated', 'Please sign in')
  new BroadcastChannel('beergoggles').postMessage({ userId: null })
  expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(screen.findByText('Still reading', undefined, { timeout: 300 })).rejects.toThrow()
})
