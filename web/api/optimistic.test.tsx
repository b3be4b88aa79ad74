import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { addFavorite, type Favorite, listFavorites } from '#contracts'
import { aFavorite } from '#web/testing/builders.ts'
import { answers, answersLater, cutsOff, network, requestsTo } from '#web/testing/network.ts'
import { call } from './call.ts'
import { optimistically } from './optimistic.ts'
import { createQueryClient, keyOf, queryOf } from './queries.ts'
import { REQUESTED_AT } from './stored-answer.ts'

const [orval, duvel] = [aFavorite(), aFavorite()]
const key = keyOf(listFavorites, {})

/** A screen with the favourites, of which the server has stored `stored`. */
async function openList(stored: readonly Favorite[] = []) {
  const client = createQueryClient()
  answers(listFavorites, { status: 200, body: [...stored] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useQuery(queryOf(listFavorites, {})), { wrapper })
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  const shown = () => result.current.data?.map(({ id }) => id)

  /** Shows a favourite from now on, and returns what ends the call that stores it. */
  function add(favorite: Favorite) {
    let succeed: () => void = () => undefined
    let fail: (error: Error) => void = () => undefined
    const sent = new Promise<void>((resolve, reject) => {
      succeed = resolve
      fail = reject
    })
    const outcome = optimistically<Favorite[], string>(client, {
      key,
      update: (list) => [favorite, ...list.filter(({ id }) => id !== favorite.id)],
      send: () => sent.then(() => 'sent'),
      failed: () => 'failed',
    })
    return { succeed, fail: () => fail(new Error('refused')), outcome }
  }
  return { shown, add, client }
}

it('takes back a change that failed, and no other', async () => {
  const { shown, add } = await openList()
  const first = add(orval)
  await waitFor(() => expect(shown()).toEqual([orval.id]))
  const second = add(duvel)
  await waitFor(() => expect(shown()).toEqual([duvel.id, orval.id]))
  cutsOff(listFavorites)
  second.succeed()
  expect(await second.outcome).toBe('sent')
  first.fail()
  expect(await first.outcome).toBe('failed')
  await waitFor(() => expect(shown()).toEqual([duvel.id]))
})

it('takes back what was never stored when two changes fail', async () => {
  const { shown, add } = await openList()
  const [first, second] = [add(orval), add(duvel)]
  await waitFor(() => expect(shown()).toHaveLength(2))
  cutsOff(listFavorites)
  first.fail()
  second.fail()
  await Promise.all([first.outcome, second.outcome])
  await waitFor(() => expect(shown()).toEqual([]))
})

it('still shows a change that is being sent when the list is fetched meanwhile', async () => {
  const { shown, add, client } = await openList()
  const change = add(orval)
  await waitFor(() => expect(shown()).toEqual([orval.id]))
  answers(listFavorites, { status: 200, body: [duvel] })
  await client.refetchQueries({ queryKey: key })
  await waitFor(() => expect(shown()).toEqual([orval.id, duvel.id]))
  change.fail()
  await waitFor(() => expect(shown()).toEqual([duvel.id]))
})

it('shows what the server has once a change is stored', async () => {
  const { shown, add } = await openList()
  const fetched = requestsTo(listFavorites)
  const finish = answersLater(listFavorites, { status: 200, body: [orval, duvel] })
  const change = add(orval)
  await waitFor(() => expect(shown()).toEqual([orval.id]))
  change.succeed()
  await waitFor(() => expect(fetched).toHaveLength(1))
  expect(shown()).toEqual([orval.id])
  finish()
  await waitFor(() => expect(shown()).toEqual([orval.id, duvel.id]))
})

it('keeps a change that is stored when the network is gone and the service worker has a list from before it', async () => {
  const { client } = await openList()
  answers(addFavorite, { status: 201, body: orval })
  const copy = () => HttpResponse.json([], { headers: { [REQUESTED_AT]: String(Date.now() - 1_000) } })
  network.use(http.get(`*${listFavorites.path}`, copy))
  await optimistically<Favorite[], unknown>(client, {
    key,
    update: (list) => [orval, ...list],
    send: () => call(addFavorite, { body: { beerId: orval.beerId } }),
    refresh: async () => undefined,
  })
  await client.refetchQueries({ queryKey: key })
  expect(client.getQueryData(key)).toEqual([orval])
})
