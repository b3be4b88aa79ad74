/** A list that was just scanned, on its photo. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { correctScan, getScan, getSharedScan, type Scan } from '#contracts'
import { handoff, type MenuBeers } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aMenuScan, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

const orval = aSightedBeer({ name: 'Orval', abv: 6.2, position: { x: 30, y: 20 } })
const hell = aSightedBeer({ name: 'Hell', abv: 4, style: 'Helles', position: { x: 30, y: 40 } })

function left(scan: Scan, context: MenuBeers['context'], hasPicture = true): void {
  answers(getScan, { status: 200, body: scan })
  if (hasPicture) handoff.leaveImage({ id: scan.id, photo: new Blob(['jpeg']), context })
  handoff.leaveMenu({ scanId: scan.id, beers: [orval, hell], context, title: null, readAt: new Date().toISOString() })
}

it('shows the photo of a group at once, with pins that lead to rows and back', async () => {
  left(aScan({ scanType: 'multiple_beers', beers: [orval, hell] }), 'multiple_beers')
  const { user } = openApp('/menu-view')
  await user.click(await screen.findByRole('link', { name: '2: Hell' }))
  expect(screen.getByRole('link', { name: 'Hell' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Show 1 on your picture: Orval' }))
  expect(screen.getByRole('link', { name: '1: Orval' })).toHaveFocus()
})

it('shows the photo of a printed page on demand', async () => {
  left(aMenuScan([orval, hell]), 'menu')
  const { user } = openApp('/menu-view')
  const open = await screen.findByRole('button', { name: 'Show on your picture' })
  expect(screen.queryByRole('group', { name: /^Your picture/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show 2 on your picture: Hell' }))
  expect(screen.getByRole('link', { name: '2: Hell' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Hide the picture' }))
  expect(screen.queryByRole('group', { name: /^Your picture/ })).toBeNull()
  await user.click(open)
  expect(screen.getByRole('group', { name: 'Your picture, 2 pins' })).toBeVisible()
})

it('leads to a row that the filter hides', async () => {
  left(aScan({ scanType: 'multiple_beers', beers: [orval, hell] }), 'multiple_beers')
  const { user } = openApp('/menu-view')
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filter beers' }))
  await user.click(sheet.getByRole('button', { name: /^Light/ }))
  await user.click(sheet.getByRole('button', { name: 'Show 1 beer' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Orval' })).toBeNull())
  await user.click(screen.getByRole('link', { name: '1: Orval' }))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Orval' })).toHaveFocus())
})

it('can be corrected without the photo', async () => {
  const scan = aMenuScan([orval, hell])
  left(scan, 'menu', false)
  const right = aSightedBeer({ name: 'Hells Bells' })
  let stored = { ...scan, itemAlternatives: [[], [{ beer: right, confidence: 52 }]] }
  answers(getScan, () => ({ status: 200 as const, body: stored }))
  answers(correctScan, () => {
    stored = { ...stored, menuData: JSON.stringify([orval, right]), itemAlternatives: [[], []] }
    return { status: 200 as const, body: stored }
  })
  const { user } = openApp('/menu-view')
  await user.click(await screen.findByRole('button', { name: 'Not this beer? Hell' }))
  expect(screen.queryByText(/picture/i)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Hells Bells' }))
  expect(await screen.findByRole('link', { name: 'Hells Bells' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Hell' })).toBeNull()
})

it('can be corrected from the history, but not when shared by someone else', async () => {
  const scan = aMenuScan([orval, hell])
  answers(getScan, { status: 200, body: scan })
  answers(getSharedScan, { status: 200, body: scan })
  openApp(`/menu/${scan.id}`)
  expect(await screen.findByRole('button', { name: 'Not this beer? Hell' })).toBeVisible()
  cleanup()
  openApp(`/menu/${scan.id}?share=token`)
  expect(await screen.findByRole('link', { name: 'Hell' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Not this beer/ })).toBeNull()
})
