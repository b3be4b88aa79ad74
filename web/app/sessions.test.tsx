import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getUser, listFavorites } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aUser } from '#web/testing/builders.ts'
import { answers, network, refuses } from '#web/testing/network.ts'

it('asks for nothing but the user while nobody is signed in', async () => {
  const asked = new Set<string>()
  network.events.on('request:start', ({ request }) => void asked.add(new URL(request.url).pathname))
  refuses(getUser, 'unauthenticated', 'Please sign in')
  openApp('/search')
  await screen.findByRole('link', { name: 'Get Started' })
  expect([...asked]).toEqual(['/api/user'])
})

it('clears everything cached when another user signs in', async () => {
  const [ada, grace] = [aUser({ firstName: 'Ada' }), aUser({ firstName: 'Grace' })]
  const [hers, others] = [92.1, 61.4].map((rating) => aFavorite({ beer: aBeer({ rating }) }))
  if (!hers || !others) throw new Error('two favorites are needed')
  answers(listFavorites, { status: 200, body: [hers] })
  const { user } = openApp('/favorites', ada)
  expect(await screen.findByText('92.1')).toBeVisible()
  handoff.leaveBeer({ beer: hers.beer, scanId: null, confidence: null, alternatives: [], readText: [] })
  // The session ends and another one begins before the next call: that call is the first to hear of it.
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
