import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endSession, endSessions, listSessions, type Session } from '#contracts'
import { loadLanguage } from '#web/language/language.ts'
import { openApp } from '#web/testing/app.tsx'
import { aUser } from '#web/testing/builders.ts'
import { answers, hangs, refuses, requestsTo } from '#web/testing/network.ts'

const HERE: Session = {
  id: 1,
  device: 'Firefox on Android',
  createdAt: new Date().toISOString(),
  lastSeenAt: new Date().toISOString(),
  isCurrent: true,
}
const ELSEWHERE: Session = { ...HERE, id: 2, device: null, isCurrent: false }

const assign = vi.fn()
beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation(assign)
})
afterEach(() => {
  assign.mockReset()
})

it('names a device in the language of the page', async () => {
  await loadLanguage('ja')
  try {
    answers(listSessions, { status: 200, body: [HERE] })
    const { user } = openApp('/profile')
    await user.click(await screen.findByRole('button', { name: 'サインイン中の端末' }))
    expect(await screen.findByText('AndroidのFirefox')).toBeVisible()
  } finally {
    await loadLanguage('en')
  }
})

async function openSheet(sessions: Session[] = [HERE, ELSEWHERE], as = aUser()) {
  answers(listSessions, { status: 200, body: sessions })
  const { user } = openApp('/profile', as)
  await user.click(await screen.findByRole('button', { name: 'Signed-in devices' }))
  const sheet = await screen.findByRole('dialog', { name: 'Signed-in devices' })
  await within(sheet).findByText('Firefox on Android')
  return { user, sheet }
}

it('lists the devices, and signs out another one', async () => {
  const requests = requestsTo(endSession)
  const { user, sheet } = await openSheet()
  expect(
    within(sheet)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Firefox on AndroidThis device', 'Unknown deviceLast used just nowSign Out'])
  answers(endSession, { status: 204, body: null })
  answers(listSessions, { status: 200, body: [HERE] })
  await user.click(within(sheet).getByRole('button', { name: 'Sign out: Unknown device' }))
  await waitFor(() => expect(within(sheet).getAllByRole('listitem')).toHaveLength(1))
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/api/sessions/2'])
  expect(assign).not.toHaveBeenCalled()
})

it('signs out everywhere, this device included', async () => {
  answers(endSessions, { status: 204, body: null })
  sessionStorage.setItem('beergoggles.entry-drafts', '{}')
  const { user, sheet } = await openSheet()
  await user.click(within(sheet).getByRole('button', { name: 'Sign out everywhere' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/logout'))
  expect(sessionStorage.getItem('beergoggles.entry-drafts')).toBeNull()
})

it('leads to the passkeys of an account that has a password', async () => {
  const { sheet } = await openSheet([HERE], aUser({ hasPassword: true }))
  expect(within(sheet).getByRole('link', { name: 'Your passkeys' })).toHaveAttribute('href', '/idp/passkeys')
})

it('names no passkeys with another sign-in', async () => {
  const { sheet } = await openSheet()
  expect(within(sheet).queryByRole('link')).toBeNull()
})

it('says why a device could not be signed out', async () => {
  refuses(endSessions, 'unavailable', 'The kitchen is busy')
  const { user, sheet } = await openSheet()
  await user.click(within(sheet).getByRole('button', { name: 'Sign out everywhere' }))
  expect(await within(sheet).findByRole('alert')).toHaveTextContent("That didn't work. The kitchen is busy")
  expect(assign).not.toHaveBeenCalled()
})

it('shows that the devices are loading, and offers another try when that failed', async () => {
  hangs(listSessions)
  const { user } = openApp('/profile')
  await user.click(await screen.findByRole('button', { name: 'Signed-in devices' }))
  const sheet = await screen.findByRole('dialog', { name: 'Signed-in devices' })
  expect(within(sheet).getByRole('status')).toHaveTextContent('Loading')
  cleanup()
  refuses(listSessions, 'unavailable', 'The kitchen is busy')
  const again = openApp('/profile')
  await again.user.click(await screen.findByRole('button', { name: 'Signed-in devices' }))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answers(listSessions, { status: 200, body: [HERE] })
  await again.user.click(retry)
  expect(await screen.findByText('Firefox on Android')).toBeVisible()
})
