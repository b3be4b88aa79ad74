import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keepPictures, listPictures, removePictures } from '#contracts'
import { newId } from '#web/device/new-id.ts'
import { openApp } from '#web/testing/app.tsx'
import { answers, answersLater, requestsTo } from '#web/testing/network.ts'

function serve() {
  const state = { isKept: false, pictures: [{ id: newId(), beerId: 7, name: 'Orval' }], count: 1, bytes: 2 ** 20 }
  answers(listPictures, () => ({ status: 200 as const, body: state }))
  answers(keepPictures, async ({ request }) => {
    Object.assign(state, await request.json())
    return { status: 204 as const, body: null }
  })
  answers(removePictures, () => {
    Object.assign(state, { pictures: [], count: 0, bytes: 0 })
    return { status: 204 as const, body: null }
  })
}

async function open() {
  serve()
  const { user } = openApp('/profile')
  await user.click(await screen.findByRole('button', { name: /Your pictures/ }))
  return { user, sheet: within(await screen.findByRole('dialog', { name: 'Your pictures' })) }
}

it('says what is kept and where, and keeps labels only once that is switched on', async () => {
  const { user, sheet } = await open()
  const toggle = sheet.getByRole('switch', { name: 'Keep the labels you scan' })
  expect(toggle).not.toBeChecked()
  expect(toggle).toHaveAccessibleDescription(/kept on this server, for you alone/)
  expect(sheet.getByText(/^1 picture, 1.0 MB/)).toBeVisible()
  await user.click(toggle)
  await waitFor(() => expect(toggle).toBeChecked())
})

it('stays switched on while it is read again', async () => {
  const { user, sheet } = await open()
  const toggle = sheet.getByRole('switch', { name: 'Keep the labels you scan' })
  const asked = requestsTo(listPictures)
  const answer = answersLater(listPictures, { status: 200, body: { isKept: true, pictures: [], count: 0, bytes: 0 } })
  await user.click(toggle)
  await waitFor(() => expect(asked).toHaveLength(1))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(toggle).toBeChecked()
  answer()
  expect(await sheet.findByText('No pictures yet.')).toBeVisible()
  expect(toggle).toBeChecked()
})

it('removes all labels, after asking', async () => {
  const { user, sheet } = await open()
  const removed = requestsTo(removePictures)
  expect(sheet.getByRole('link', { name: 'Orval' })).toHaveAttribute('href', '/results?beer=7')
  await user.click(sheet.getByRole('button', { name: 'Remove all labels' }))
  expect(removed).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Remove them' }))
  expect(await screen.findByText('No pictures yet.')).toBeVisible()
  expect(removed).toHaveLength(1)
})
