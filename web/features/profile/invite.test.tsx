import { screen, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createInvitation } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aUser } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'

const LINK = { path: '/idp/link/abc', expiresAt: '2026-03-08T10:00:00.000Z' }

async function openSheet() {
  const { user } = openApp('/profile', aUser({ provider: null, canInvite: true }))
  await user.click(await screen.findByRole('button', { name: 'Invite someone' }))
  return { user, sheet: await screen.findByRole('dialog', { name: 'Invite someone' }) }
}

it('creates a link only when asked, and offers to share it', async () => {
  const requests = requestsTo(createInvitation)
  answers(createInvitation, { status: 201, body: LINK })
  const { user, sheet } = await openSheet()
  expect(requests).toHaveLength(0)
  await user.click(within(sheet).getByRole('button', { name: 'Create a link' }))
  expect(await within(sheet).findByText(`${location.origin}${LINK.path}`)).toBeVisible()
  expect(sheet).toHaveTextContent('until Mar 8, 2026')
  await user.click(within(sheet).getByRole('button', { name: 'Share the link' }))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}${LINK.path}`)
  expect(await screen.findByText('Link copied')).toBeVisible()
})

it('copies the link on plain http, out of the sheet that holds the focus', async () => {
  answers(createInvitation, { status: 201, body: LINK })
  const { user, sheet } = await openSheet()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new TypeError('no clipboard'))
  const copied: unknown[] = []
  document.execCommand = () => {
    const { activeElement } = document
    return activeElement instanceof HTMLTextAreaElement && copied.push(activeElement.value) > 0
  }
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  await user.click(within(sheet).getByRole('button', { name: 'Create a link' }))
  const share = await within(sheet).findByRole('button', { name: 'Share the link' })
  await user.click(share)
  expect(await screen.findByText('Link copied')).toBeVisible()
  expect(copied).toEqual([`${location.origin}${LINK.path}`])
  expect(share).toHaveFocus()
})

it('says that the device neither shares nor copies the link', async () => {
  answers(createInvitation, { status: 201, body: LINK })
  const { user, sheet } = await openSheet()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await user.click(within(sheet).getByRole('button', { name: 'Create a link' }))
  await user.click(await within(sheet).findByRole('button', { name: 'Share the link' }))
  expect(await screen.findByText("Can't share from here")).toBeVisible()
})

it('says why there is no link', async () => {
  refuses(createInvitation, 'too_many_invitations', 'You have 10 open invitations.')
  const { user, sheet } = await openSheet()
  await user.click(within(sheet).getByRole('button', { name: 'Create a link' }))
  expect(await within(sheet).findByRole('alert')).toHaveTextContent(
    "Couldn't create a link. You have 10 open invitations.",
  )
})

it('is not offered where nobody needs an invitation', async () => {
  openApp('/profile', aUser({ provider: null }))
  await screen.findByRole('link', { name: 'About' })
  expect(screen.queryByRole('button', { name: 'Invite someone' })).toBeNull()
})
