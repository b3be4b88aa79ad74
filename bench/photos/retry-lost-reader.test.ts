import { expect, test, vi } from 'vitest'
import { ReaderLost } from '#recognition'
import { retryLostReader } from './retry-lost-reader.ts'

test('returns the result of the second attempt after a reader was lost', async () => {
  const task = vi.fn(async () => 'answer').mockRejectedValueOnce(new ReaderLost('A reader exceeded its deadline'))
  const warnings: string[] = []
  expect(await retryLostReader('m01 as menu', task, (message) => warnings.push(message))).toBe('answer')
  expect(warnings).toEqual(['m01 as menu: A reader exceeded its deadline; trying again in a new reader'])
})

test('returns nothing if the second reader is lost, too', async () => {
  const task = vi.fn(() => Promise.reject(new ReaderLost('A reader exceeded its deadline')))
  const warnings: string[] = []
  expect(await retryLostReader('m01 as menu', task, (message) => warnings.push(message))).toBeUndefined()
  expect(task).toHaveBeenCalledTimes(2)
  expect(warnings.at(-1)).toBe('m01 as menu: A reader exceeded its deadline; counted as cut off')
})

test('rethrows any other error without a second attempt', async () => {
  const task = vi.fn(() => Promise.reject(new Error('no such file')))
  await expect(retryLostReader('m01 as menu', task, () => {})).rejects.toThrow('no such file')
  expect(task).toHaveBeenCalledTimes(1)
})
