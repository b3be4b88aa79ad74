import { expect, it } from 'vitest'
import { userTurns } from './user-turns.ts'

const ANN = 1
const BOB = 2

it('lets four calls of a user go on at once, the next in the order in which they came, and nobody wait for another user', async () => {
  const turns = userTurns()
  const ends = await Promise.all(Array.from({ length: 4 }, () => turns.take(BOB)))
  const order: string[] = []
  const fifth = turns.take(BOB).then((end) => {
    order.push('fifth')
    return end
  })
  const sixth = turns.take(BOB).then(() => order.push('sixth'))
  await turns.take(ANN)
  expect(order).toEqual([])
  ends[0]?.()
  ends[0]?.()
  const end = await fifth
  expect(order).toEqual(['fifth'])
  end()
  await sixth
  expect(order).toEqual(['fifth', 'sixth'])
})

it('refuses a call when too many wait, and none once there is room', async () => {
  const turns = userTurns()
  const taken = Array.from({ length: 204 }, () => turns.take(BOB))
  await expect(turns.take(BOB)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 2 })
  for (const turn of taken) (await turn)()
  await Promise.all(Array.from({ length: 4 }, () => turns.take(BOB)))
})
