import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { getUser, listFavorites, removeFavorite } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'

/** Another tab of the same browser. */
const otherTab = new BroadcastChannel('beergoggles')
afterEach(() => {
  otherTab.onmessage = null
})

const beer = aBeer({ name: 'Orval' })

it('fetches again what another tab has changed', async () => {
  answers(listFavorites, { status: 200, body: [aFavorite({ beer })] })
  openApp('/favorites')
  await screen.findByRole('link', { name: 'Orval' })
  answers(listFavorites, { status: 200, body: [] })
  otherTab.postMessage({})
  expect(await screen.findByText('No favorites yet')).toBeVisible()
})

it('tells the other tabs of its own changes', async () => {
  answers(listFavorites, { status: 200, body: [aFavorite({ beer })] })
  answers(removeFavorite, { status: 204, body: null })
  const messages: unknown[] = []
  otherTab.onmessage = ({ data }) => messages.push(data)
  const { user } = openApp('/favorites')
  await user.click(await screen.findByRole('button', { name: 'Remove Orval from favorites' }))
  await waitFor(() => expect(messages).toContainEqual({}))
})

it('switches the camera off after a sign-out in another tab', async () => {
  const fake = installCamera()
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  refuses(getUser, 'unauthenticated', 'Please sign in')
  otherTab.postMessage({ userId: null })
  expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible()
  expect(fake.running()).toBe(0)
})

it('shows the landing page after a sign-out in another tab', async () => {
  const { signedIn } = openApp('/favorites')
  await screen.findByText('No favorites yet')
  const asked = requestsTo(getUser)
  otherTab.postMessage({ userId: signedIn.id })
  otherTab.postMessage('an unknown message')
  refuses(getUser, 'unauthenticated', 'Please sign in')
  otherTab.postMessage({ userId: null })
  expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible()
  expect(asked).toHaveLength(1)
})
