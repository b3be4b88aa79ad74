import { expect, it } from 'vitest'
import { FuzzReport, hasThrown, refused } from './report.ts'

/** The failures of four inputs, with the memory in MB after half of them and after all. */
async function failuresWith(...memory: number[]): Promise<string[]> {
  const report = new FuzzReport(4, () => memory.shift() ?? Number.NaN)
  for (let input = 0; input < 4; input++) {
    await report.add(
      `input ${input}`,
      async () => 'refused',
      () => false,
    )
  }
  return report.failures
}

it('fails if memory grows during the second half', async () => {
  expect(await failuresWith(100, 160)).toEqual([])
  expect(await failuresWith(160, 100)).toEqual([])
  expect(await failuresWith(100, 170)).toEqual(['memory grew from 100 to 170 MB during the second half'])
})

it('counts what an input leads to, and fails if it is unintended or throws', async () => {
  const report = new FuzzReport(2)
  await report.add('a good one', async () => 'used', hasThrown)
  await report.add('a bad one', () => Promise.reject(new Error('no')), hasThrown)
  expect([...report.outcomes]).toEqual([
    ['used', 1],
    ['threw Error: no', 1],
  ])
  expect(report.failures).toEqual(['threw Error: no: a bad one'])
})

it.each([
  [new Error('the response is not JSON'), 'refused'],
  [new DOMException('aborted', 'AbortError'), 'refused'],
  [new TypeError('x is undefined'), 'threw TypeError: x is undefined'],
  [new RangeError('Maximum call stack size exceeded'), 'threw RangeError: Maximum call stack size exceeded'],
  [new ReferenceError('x is not defined'), 'threw ReferenceError: x is not defined'],
  [new SyntaxError('Unexpected token'), 'threw SyntaxError: Unexpected token'],
])('takes an error that code throws by mistake for no refusal: %s', async (error, outcome) => {
  const report = new FuzzReport(1)
  await report.add('an input', () => Promise.reject(error).catch(refused), hasThrown)
  expect([...report.outcomes]).toEqual([[outcome, 1]])
  expect(report.failures).toEqual(outcome === 'refused' ? [] : [`${outcome}: an input`])
})
