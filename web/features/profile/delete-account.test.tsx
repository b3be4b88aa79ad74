import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deleteUser, getUser } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { openApp } from '#web/testing/app.tsx'
import { aSingleAnswer, aUser } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'

const assign = vi.fn()
beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation(assign)
})
afterEach(() => {
  vi.unstubAllGlobals()
  assign.mockReset()
})

async function openSheet(signedIn = aUser()) {
  const { user } = openApp('/profile', signedIn)
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  return { user, sheet: await screen.findByRole('dialog', { name: 'Delete your account?' }) }
}

it('lists what will be deleted, offers an export, and deletes nothing yet', async () => {
  const requests = requestsTo(deleteUser)
  const { user, sheet } = await openSheet()
  expect(sheet).toHaveTextContent('your scans, favorites and searches')
  expect(sheet).toHaveTextContent('your journal and your list to try')
  expect(sheet).toHaveTextContent('If you sign in with that address later, you start from scratch.')
  expect(within(sheet).getByRole('link', { name: 'Export your data first' })).toHaveAttribute('href', '/export-data')
  await user.click(within(sheet).getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(sheet).not.toBeInTheDocument())
  expect(requests).toHaveLength(0)
})

it('says that an external account stays', async () => {
  const { sheet } = await openSheet(aUser({ provider: 'login.example.org' }))
  expect(sheet).toHaveTextContent('Your login.example.org account stays as it is.')
  expect(sheet).not.toHaveTextContent('start from scratch')
})

it('deletes the account, then its data on this device, and signs out', async () => {
  const deleted = vi.fn(async (_name: string) => true)
  vi.stubGlobal('caches', {
    keys: async () => ['shell-1', 'copies-of-user-1'],
    has: async () => false,
    delete: deleted,
  })
  localStorage.setItem('beergoggles.lens', '"rear"')
  localStorage.setItem('of somebody else', 'stays')
  answers(deleteUser, { status: 204, body: null })
  const { user, sheet } = await openSheet()
  const { id } = await outbox.add(new Blob(['jpeg']), 'auto')
  await user.click(within(sheet).getByRole('button', { name: 'Delete everything' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/logout#account-deleted'))
  expect(outbox.get(id)).toBeUndefined()
  expect(localStorage.getItem('beergoggles.lens')).toBeNull()
  expect(localStorage.getItem('of somebody else')).toBe('stays')
  expect(deleted.mock.calls).toEqual([['copies-of-user-1']])
  expect(within(sheet).queryByRole('button', { name: 'Close' })).toBeNull()
})

it('leaves what other users of this device have not sent yet', async () => {
  const signedIn = aUser()
  const [own, other] = [signedIn.id, `${signedIn.id}1`].map((id) => `beergoggles.rating-queue-${id}`)
  for (const name of [own, other]) localStorage.setItem(name ?? '', '[]')
  localStorage.setItem('beergoggles.notification-preferences', '{}')
  answers(deleteUser, { status: 204, body: null })
  const { user, sheet } = await openSheet(signedIn)
  await user.click(within(sheet).getByRole('button', { name: 'Delete everything' }))
  await waitFor(() => expect(assign).toHaveBeenCalled())
  expect(Object.keys(localStorage).filter((key) => key.startsWith('beergoggles.'))).toEqual([other])
})

it('stores nothing of the account when the page then ends', async () => {
  answers(deleteUser, { status: 204, body: null })
  const { user, sheet } = await openSheet()
  const stored = () => sessionStorage.getItem('beergoggles.handoff')
  handoff.leaveAnswer(aSingleAnswer())
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).not.toBeNull()
  await user.click(within(sheet).getByRole('button', { name: 'Delete everything' }))
  await waitFor(() => expect(assign).toHaveBeenCalled())
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).toBeNull()
})

it('shows why the deletion failed, keeps everything, and can be retried', async () => {
  localStorage.setItem('beergoggles.lens', '"rear"')
  refuses(deleteUser, 'internal', 'The kitchen is busy')
  const { user, sheet } = await openSheet()
  await user.click(within(sheet).getByRole('button', { name: 'Delete everything' }))
  expect(await within(sheet).findByRole('alert')).toHaveTextContent("Couldn't delete your account. The kitchen is busy")
  expect(localStorage.getItem('beergoggles.lens')).toBe('"rear"')
  expect(assign).not.toHaveBeenCalled()
  answers(deleteUser, { status: 204, body: null })
  await user.click(within(sheet).getByRole('button', { name: 'Delete everything' }))
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
})

it('is confirmed once on the landing page, and not carried into the sign-in', async () => {
  refuses(getUser, 'unauthenticated', 'Not signed in')
  openApp('/#account-deleted')
  expect(await screen.findByText(/^Your account and everything in it have been deleted/)).toBeVisible()
  expect(location.hash).toBe('')
  expect(screen.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/api/login?returnTo=%2F')
})
