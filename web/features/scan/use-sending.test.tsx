import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseMenu } from '#contracts'
import { outbox } from '#web/outbox/outbox.ts'
import { aSightedBeer } from '#web/testing/builders.ts'
import { answers, hangs, refuses } from '#web/testing/network.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { useSending } from './use-sending.ts'

let close: () => void
beforeEach(() => {
  close = outbox.open(1)
})
afterEach(() => close())

async function aSending() {
  const { result } = renderHook(() => useSending(), { wrapper: ToastProvider })
  const { id } = await outbox.add(new Blob(['photo']), 'menu')
  return { sending: result.current, id }
}

it('returns the outcome of the photo', async () => {
  answers(parseMenu, () => ({
    status: 200 as const,
    body: { scanId: crypto.randomUUID(), beers: [aSightedBeer()], title: null },
  }))
  const { sending, id } = await aSending()
  expect(await sending.send(id, 'menu')).toMatchObject({ kind: 'group', context: 'menu' })
})

it('returns nothing once the user has cancelled', async () => {
  hangs(parseMenu)
  const { sending, id } = await aSending()
  const outcome = sending.send(id, 'menu')
  sending.cancel()
  expect(await outcome).toBeUndefined()
})

it('returns nothing for a photo after which another one was sent', async () => {
  answers(parseMenu, () => ({
    status: 200 as const,
    body: { scanId: crypto.randomUUID(), beers: [aSightedBeer()], title: null },
  }))
  const { sending, id } = await aSending()
  const { id: next } = await outbox.add(new Blob(['next']), 'menu')
  const outcomes = [sending.send(id, 'menu'), sending.send(next, 'menu')]
  expect((await Promise.all(outcomes)).map((outcome) => outcome?.kind)).toEqual([undefined, 'group'])
})

it('throws the error of a photo that the user waits for', async () => {
  refuses(parseMenu, 'too_large', 'This photo is too large')
  const { sending, id } = await aSending()
  await expect(sending.send(id, 'menu')).rejects.toThrow('too large')
})
