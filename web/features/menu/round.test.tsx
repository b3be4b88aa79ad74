import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  closeRound,
  getRound,
  getRoundMenu,
  getScan,
  joinRound,
  leaveRound,
  openRound,
  ROUND_POLL_MS,
  type Round,
  unwish,
  wishFor,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aMenuScan, aSightedBeer, aUser } from '#web/testing/builders.ts'
import { answers, answersLater, cutsOff, refuses, requestsTo } from '#web/testing/network.ts'

const orval = aSightedBeer({ name: 'Orval' })
const hell = aSightedBeer({ name: 'Hell' })
const menu = aMenuScan([hell, orval])
const address = `/menu/${menu.id}?table=the-token`

/** A round in which Bob wants an Orval, and the user changes what a server would. */
function serve({ isHost = false } = {}) {
  const bob = { name: 'Bob', isYou: false, wishes: [orval.id] }
  const round: Round = { isHost, endsAt: '2026-03-01T23:30:00.000Z', guests: [bob] }
  const own = () => round.guests.find(({ isYou }) => isYou)
  answers(getScan, { status: 200, body: menu })
  answers(openRound, { status: 200, body: { token: 'the-token', endsAt: round.endsAt } })
  answers(getRound, () => ({ status: 200 as const, body: round }))
  answers(getRoundMenu, { status: 200, body: { ...menu, fallback: null } })
  answers(joinRound, async ({ request }) => {
    const { name } = (await request.json()) as { name: string }
    round.guests = [...round.guests, { name, isYou: true, wishes: [] }]
    return { status: 200 as const, body: round }
  })
  answers(leaveRound, () => {
    round.guests = [bob]
    return { status: 204 as const, body: null }
  })
  answers(wishFor, ({ params }) => {
    own()?.wishes.push(Number(params.beerId))
    return { status: 200 as const, body: round }
  })
  answers(unwish, ({ params }) => {
    const guest = own()
    if (guest) guest.wishes = guest.wishes.filter((id) => id !== Number(params.beerId))
    return { status: 200 as const, body: round }
  })
  return { round, bob }
}

const rowOf = (name: string) => within(screen.getByRole('link', { name }).closest('li') ?? document.body)
const wish = (name: string) => screen.getByRole('button', { name: `I want this: ${name}` })

it('proposes no name that is too long to join with', async () => {
  serve()
  openApp(address, aUser({ firstName: 'Maria Theresia Walburga Amalia Christina' }))
  expect(await screen.findByRole('textbox', { name: 'Your name or initials' })).toHaveValue(
    'Maria Theresia Walburga Amalia',
  )
})

it('lets a guest join under a name, mark a beer, and take it back', async () => {
  serve()
  const { user } = openApp(address)
  expect(await screen.findByRole('heading', { name: 'At the table', level: 1 })).toBeVisible()
  await screen.findByRole('link', { name: 'Orval' })
  expect(rowOf('Orval').getByText('1 × Bob')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'I want this: Orval' })).toBeNull()
  const name = screen.getByRole('textbox', { name: 'Your name or initials' })
  await user.clear(name)
  expect(screen.getByRole('button', { name: 'Join the table' })).toBeDisabled()
  await user.type(name, 'A. L.')
  await user.click(screen.getByRole('button', { name: 'Join the table' }))
  expect(await screen.findByText('2 here: Bob, A. L. (you)')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: /^Order/ })).toHaveFocus())
  await user.click(wish('Orval'))
  expect(await rowOf('Orval').findByText('2 × you, Bob')).toBeVisible()
  expect(wish('Orval')).toHaveAttribute('aria-pressed', 'true')
  await user.click(wish('Orval'))
  expect(await rowOf('Orval').findByText('1 × Bob')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('1 here: Bob')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Order/ })).toHaveFocus()
})

it('sends the taps of a hurry one after the other, and shows the last of them', async () => {
  const { round } = serve()
  round.guests.push({ name: 'Ada', isYou: true, wishes: [] })
  const taken = requestsTo(unwish)
  const marked = requestsTo(wishFor)
  const finish = answersLater(wishFor, { status: 200, body: round })
  const { user } = openApp(address)
  await screen.findByText('2 here: Bob, Ada (you)')
  await user.click(wish('Hell'))
  await user.click(wish('Hell'))
  await waitFor(() => expect(marked).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(taken).toHaveLength(0)
  expect(wish('Hell')).toHaveAttribute('aria-pressed', 'false')
  finish()
  await waitFor(() => expect(taken).toHaveLength(1))
})

it('shows within two seconds what others mark', spec('10.4.12'), async () => {
  const { bob } = serve()
  const asked = requestsTo(getRound)
  openApp(address)
  expect(await screen.findByRole('button', { name: 'Order (1)' })).toBeVisible()
  bob.wishes.push(hell.id)
  expect(await screen.findByRole('button', { name: 'Order (2)' })).toBeVisible()
  expect(ROUND_POLL_MS).toBe(2_000)
  expect(asked.length).toBeGreaterThan(1)
})

it('gives the host the order, and the link to invite others', async () => {
  const { round } = serve({ isHost: true })
  round.guests.push({ name: 'Ada', isYou: true, wishes: [orval.id, hell.id] })
  const { user } = openApp(`/menu/${menu.id}`)
  await user.click(await screen.findByRole('button', { name: 'At the table' }))
  await user.click(await screen.findByRole('button', { name: 'Invite' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(`${location.origin}${address}`))
  await user.click(screen.getByRole('button', { name: 'Order (3)' }))
  const order = within(await screen.findByRole('list', { name: 'Order' }))
  expect(order.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '2 × OrvalBob, Ada (you)',
    '1 × HellAda (you)',
  ])
})

it('orders a beer that was hardly read by its brewery', async () => {
  const { bob } = serve()
  const read = aSightedBeer({
    name: 'Xq7',
    brewery: 'Orval',
    style: null,
    outcome: 'new',
    confidence: 20,
    listed: false,
  })
  answers(getRoundMenu, { status: 200, body: { ...aMenuScan([read], { id: menu.id }), fallback: null } })
  bob.wishes = [read.id]
  const { user } = openApp(address)
  await user.click(await screen.findByRole('button', { name: 'Order (1)' }))
  const order = await screen.findByRole('list', { name: 'Order' })
  expect(order).toHaveTextContent('1 × OrvalBob')
})

it('asks the host before it closes, and leads back to the menu', async () => {
  serve({ isHost: true })
  const closed = requestsTo(closeRound)
  answers(closeRound, { status: 204, body: null })
  const { user } = openApp(address)
  await user.click(await screen.findByRole('button', { name: 'Close the table' }))
  const question = within(await screen.findByRole('dialog', { name: 'Close the table?' }))
  expect(closed).toHaveLength(0)
  await user.click(question.getByRole('button', { name: 'Close the table' }))
  expect(await screen.findByRole('heading', { name: 'Shared Menu', level: 1 })).toBeVisible()
  expect(closed).toHaveLength(1)
  expect(location.search).toBe('')
})

it('says that the table is closed, and asks no more', async () => {
  serve()
  refuses(getRound, 'not_found', 'This table is closed.')
  const asked = requestsTo(getRound)
  openApp(address)
  expect(await screen.findByRole('heading', { name: 'This table is closed' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Orval' })).toBeNull()
  expect(asked).toHaveLength(1)
})

it('keeps what it knows while the table cannot be reached, and takes back a mark that was not sent', async () => {
  const { round } = serve()
  round.guests.push({ name: 'Ada', isYou: true, wishes: [] })
  const { user } = openApp(address)
  await screen.findByText('2 here: Bob, Ada (you)')
  cutsOff(getRound)
  cutsOff(wishFor)
  await user.click(wish('Hell'))
  expect(await screen.findByText("Couldn't mark this beer")).toBeVisible()
  expect(await screen.findByText("Can't reach the table. What you see may be out of date.")).toBeVisible()
  expect(wish('Hell')).toHaveAttribute('aria-pressed', 'false')
  expect(rowOf('Orval').getByText('1 × Bob')).toBeVisible()
})

it('loads the table again, not only its menu', async () => {
  serve()
  refuses(getRound, 'internal', 'Try again later.')
  const { user } = openApp(address)
  const again = await screen.findByRole('button', { name: 'Try again' })
  const asked = requestsTo(getRound)
  await user.click(again)
  await waitFor(() => expect(asked.length).toBeGreaterThan(0), { timeout: ROUND_POLL_MS / 4 })
})

it('says why one cannot join', async () => {
  serve()
  refuses(joinRound, 'table_full', 'This table is full: up to 20 people can join.')
  const { user } = openApp(address)
  await user.click(await screen.findByRole('button', { name: 'Join the table' }))
  expect(await screen.findByText('This table is full: up to 20 people can join.')).toBeVisible()
})

it('stays where the user has gone while the table was being opened', async () => {
  serve({ isHost: true })
  const body = { token: 'the-token', endsAt: '2026-03-01T23:30:00.000Z' }
  const finish = answersLater(openRound, { status: 200, body })
  const opened = requestsTo(openRound)
  const asked = requestsTo(getRound)
  const { user } = openApp(`/menu/${menu.id}`)
  await user.click(await screen.findByRole('button', { name: 'At the table' }))
  await waitFor(() => expect(opened).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByText('No favorites yet')
  finish()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(location.pathname).toBe('/favorites')
  expect(asked).toEqual([])
})

it('stays where the host has gone while the table was being closed', async () => {
  serve({ isHost: true })
  const closed = requestsTo(closeRound)
  const finish = answersLater(closeRound, { status: 204, body: null })
  const { user } = openApp(address)
  await user.click(await screen.findByRole('button', { name: 'Close the table' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(sheet.getByRole('button', { name: 'Close the table' }))
  await waitFor(() => expect(closed).toHaveLength(1))
  await user.click(sheet.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByText('No favorites yet')
  finish()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(location.pathname).toBe('/favorites')
})
