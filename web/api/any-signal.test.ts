import { expect, it, vi } from 'vitest'
import { identifyBeer } from '#contracts'
import { aSingleAnswer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'
import { anySignal } from './any-signal.ts'
import { call } from './call.ts'

it.each([0, 1])('aborts with the reason of signal %i, also one that has aborted before', (aborting) => {
  const [one, other] = [new AbortController(), new AbortController()]
  const either = anySignal(one.signal, other.signal)
  expect(either.aborted).toBe(false)
  const reason = new Error('deleted')
  ;[one, other][aborting]?.abort(reason)
  expect(either.reason).toBe(reason)
  expect(anySignal(one.signal, other.signal).reason).toBe(reason)
})

it('needs no AbortSignal.any for a call with a deadline that its caller can abort', async () => {
  const any = vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function')
  })
  answers(identifyBeer, { status: 200, body: aSingleAnswer() })
  const form = { image: new Blob(['x']) }
  await call(identifyBeer, { form }, { signal: new AbortController().signal })
  expect(any).not.toHaveBeenCalled()
})
