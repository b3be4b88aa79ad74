import { expect, it } from 'vitest'
import { FuzzReport } from './report.ts'

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
  const isFailure = (outcome: string) => outcome.startsWith('threw')
  await report.add('a good one', async () => 'used', isFailure)
  await report.add('a bad one', () => Promise.reject(new Error('no')), isFailure)
  expect([...report.outcomes]).toEqual([
    ['used', 1],
    ['threw Error: no', 1],
  ])
  expect(report.failures).toEqual(['threw Error: no: a bad one'])
})
