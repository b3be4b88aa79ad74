import { expect, test } from 'vitest'
import { EngineFailure } from '#vision'
import { toError, toFailure } from './messages.ts'

const USAGE = { calls: 1, inputTokens: 900, outputTokens: 80 }

test('a failure of a provider keeps its code and its cost between processes', () => {
  const failure = new EngineFailure('no usable answer', 'unusable_answer', { usage: USAGE })
  const sent = structuredClone(toFailure(failure))
  expect(toError(sent)).toMatchObject({ name: 'RecognitionFailed', code: 'unusable_answer', usage: USAGE })
  expect(toError(toFailure(new Error('a defect')))).toMatchObject({ code: null, usage: undefined })
})
