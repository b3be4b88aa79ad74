import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { deleteScan, getScan, parseMenu, removePage, type Scan, type ScanPage } from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { loadLanguage } from '#web/language/language.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aMenuScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, answersLater, cutsOff, refuses, requestsTo } from '#web/testing/network.ts'

const [orval, hell] = [aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })]
const first = aMenuScan([orval])

const aPage = (given: Partial<ScanPage> = {}): ScanPage => ({
  id: first.id,
  number: 1,
  status: 'completed',
  progressCurrent: 0,
  progressTotal: 0,
  stage: null,
  failure: null,
  beers: 1,
  ...given,
})

/** The menu on the server, which processes further pages at once. */
let menu: Scan

beforeEach(() => {
  menu = first
  handoff.clear()
  answers(getScan, ({ params }) => ({ status: 200 as const, body: params.id === first.id ? menu : first }))
})
afterEach(async () => {
  for (const { id } of outbox.all()) await outbox.drop(id)
})

function open() {
  handoff.leaveMenu({ scanId: first.id, beers: [orval], context: 'menu', title: null, readAt: first.scannedAt })
  return openApp('/menu-view')
}

const rows = async () => {
  const pages = within(await screen.findByRole('region', { name: 'Pages of this menu' }))
  return pages.queryAllByRole('listitem').map(({ textContent }) => textContent)
}

it('adds a page to the menu and shows the beers of both', async () => {
  const forms: FormData[] = []
  answers(parseMenu, async ({ request }) => {
    const form = await request.formData()
    forms.push(form)
    const id = String(form.get('scanId'))
    menu = { ...aMenuScan([orval, hell], { id: first.id }), pages: [aPage(), aPage({ id, number: 2 })] }
    return { status: 200 as const, body: { scanId: id, beers: [hell], title: null } }
  })
  const { user } = open()
  expect(await rows()).toEqual([])
  await user.upload(screen.getByLabelText('Photo of the next page'), aPhoto())
  expect(await screen.findByRole('heading', { name: 'Hell' })).toBeVisible()
  expect(screen.getByText(/2 beers/)).toBeVisible()
  expect(await rows()).toEqual(['Page 11 beer', 'Page 21 beer'])
  expect([forms[0]?.get('pageOf'), forms[0]?.get('page')]).toEqual([first.id, '2'])
})

it('offers adding a page above the list, up to the maximum', spec('10.4.8'), async () => {
  const pages = Array.from({ length: 19 }, (_, index) =>
    index === 0 ? aPage() : aPage({ id: crypto.randomUUID(), number: index + 1 }),
  )
  menu = { ...aMenuScan([orval, hell], { id: first.id }), pages }
  const { user } = open()
  const above = () => screen.getAllByRole('button', { name: 'Add next page' })
  await waitFor(() => expect(above()).toHaveLength(2))
  const opened = vi.spyOn(screen.getByLabelText('Photo of the next page'), 'click')
  for (const button of above()) await user.click(button)
  expect(opened).toHaveBeenCalledTimes(2)
  cutsOff(parseMenu)
  await user.upload(screen.getByLabelText('Photos of the next pages'), [aPhoto('20.jpg'), aPhoto('21.jpg')])
  expect(await screen.findByText('A menu can have up to 20 pages.')).toBeVisible()
  await waitFor(() => expect(above()).toHaveLength(1))
  expect(above()[0]).toBeDisabled()
})

it('takes several files chosen at once as pages in their order', async () => {
  const sent: unknown[] = []
  answers(parseMenu, async ({ request }) => {
    const form = await request.formData()
    sent.push(form.get('page'))
    return { status: 202 as const, body: { scanId: String(form.get('scanId')) } }
  })
  const { user } = open()
  await screen.findByRole('button', { name: 'Choose photos' })
  await user.upload(screen.getByLabelText('Photos of the next pages'), [aPhoto('two.jpg'), aPhoto('three.jpg')])
  await waitFor(() => expect(sent).toEqual(['2', '3']))
})

it('keeps a page that cannot be sent, says so, and lets it be removed', async () => {
  cutsOff(parseMenu)
  answers(deleteScan, { status: 204, body: null })
  const { user } = open()
  await screen.findByRole('button', { name: 'Add next page' })
  await user.upload(screen.getByLabelText('Photo of the next page'), aPhoto())
  await waitFor(async () => expect((await rows())[1]).toMatch(/^Page 2/))
  expect(outbox.all()).toMatchObject([{ page: { of: first.id, number: 2 }, context: 'menu' }])
  await user.click(screen.getByRole('button', { name: 'Remove page 2' }))
  await waitFor(async () => expect(await rows()).toEqual([]))
})

it('shows the state of each page', async () => {
  const reading = aPage({ id: crypto.randomUUID(), number: 2, status: 'processing', stage: 'reading 14 of 32 lines' })
  const failed = aPage({ id: crypto.randomUUID(), number: 3, status: 'failed', failure: 'Too dark.' })
  menu = { ...first, pages: [aPage(), reading, failed] }
  open()
  await waitFor(async () =>
    expect(await rows()).toEqual(['Page 11 beer', 'Page 2Reading 14 of 32 lines', 'Page 3Too dark.']),
  )
  expect(screen.getByText('Reading 1 more page')).toBeInTheDocument()
})

it('says in the language of the page what the server does with a page', async () => {
  await loadLanguage('de')
  onTestFinished(() => loadLanguage('en'))
  const reading = aPage({ id: crypto.randomUUID(), number: 2, status: 'processing', stage: 'reading 14 of 32 lines' })
  menu = { ...first, pages: [aPage(), reading] }
  open()
  expect(await screen.findByText('Zeile 14 von 32 wird gelesen')).toBeVisible()
})

it('removes a page with its beers', async () => {
  const second = aPage({ id: crypto.randomUUID(), number: 2 })
  menu = { ...aMenuScan([orval, hell], { id: first.id }), pages: [aPage(), second] }
  const removals = requestsTo(removePage)
  answers(removePage, () => {
    menu = first
    return { status: 200 as const, body: first }
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Remove page 2' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Hell' })).toBeNull())
  expect(new URL(removals[0]?.url ?? '').pathname).toBe(`/api/scans/${first.id}/pages/${second.id}`)
})

it('keeps a page away that an earlier question is still answered with', async () => {
  menu = {
    ...aMenuScan([orval, hell], { id: first.id }),
    pages: [aPage(), aPage({ id: crypto.randomUUID(), number: 2 })],
  }
  answers(removePage, { status: 200, body: first })
  const { user } = open()
  const remove = await screen.findByRole('button', { name: 'Remove page 2' })
  const asked = requestsTo(getScan)
  const answerLate = answersLater(getScan, { status: 200, body: menu })
  new BroadcastChannel('beergoggles').postMessage({})
  await waitFor(() => expect(asked).toHaveLength(1))
  await user.click(remove)
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Hell' })).toBeNull())
  answerLate()
  await expect(screen.findByRole('heading', { name: 'Hell' }, { timeout: 300 })).rejects.toThrow()
})

it('says why a page could not be removed', async () => {
  menu = { ...first, pages: [aPage(), aPage({ id: crypto.randomUUID(), number: 2 })] }
  refuses(removePage, 'unavailable', 'The kitchen is busy')
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Remove page 2' }))
  expect(await screen.findByText("Couldn't remove the page. The kitchen is busy")).toBeVisible()
})

it('keeps the keyboard focus in the pages that are left, and then on adding one', async () => {
  const further = [2, 3].map((number) => aPage({ id: crypto.randomUUID(), number }))
  menu = { ...first, pages: [aPage(), ...further] }
  answers(removePage, ({ params }) => {
    const pages = menu.pages?.filter(({ id }) => id !== params.page) ?? []
    menu = pages.length > 1 ? { ...first, pages } : first
    return { status: 200 as const, body: menu }
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Remove page 2' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove page 3' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await rows()).toEqual([]))
  const section = within(screen.getByRole('region', { name: 'Pages of this menu' }))
  await waitFor(() => expect(section.getByRole('button', { name: 'Add next page' })).toHaveFocus())
})
