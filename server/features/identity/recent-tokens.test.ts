import { expect, it } from 'vitest'
import { recentTokens } from './recent-tokens.ts'

it('forgets the token that has not been used for longest', () => {
  const tokens = recentTokens(2)
  for (const token of ['ann', 'bob', 'ann', 'cleo']) tokens.use(token)
  expect(['ann', 'bob', 'cleo'].map(tokens.has)).toEqual([true, false, true])
  tokens.forget('ann')
  expect(tokens.has('ann')).toBe(false)
})
