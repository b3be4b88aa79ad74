import { expect, test } from 'vitest'
import { EngineFailure } from '#vision'
import { toError, toFailure } from './messages.ts'

test('a failure of a provider keeps its code between processes', () => {
  const failure = new EngineFailure('no usable answer', 'unusable_answer')
  const sent = structuredClone(toFailure(failure))
  expect(toError(sent)).toMatchObject({ name: 'RecognitionFailed', code: 'unusable_answer' })
  expect(toError(toFailure(new Error('a defect')))).toMatchObject({ code: null })
})
