import { expect, it } from 'vitest'
import { ImportStats } from './import-stats.ts'

it('stores a bounded number of short reasons, whatever a file makes of them', () => {
  const stats = new ImportStats()
  for (let line = 1; line <= 1_000; line++) stats.addUnresolved(line, `no beer ${line} ${'x'.repeat(10_000)}`)
  const { counts, reasons, problems } = stats.stored()
  expect(counts).toEqual({ unplaced: 1_000 })
  expect(Object.keys(reasons)).toHaveLength(101)
  expect(reasons['other reasons']).toBe(900)
  expect(JSON.stringify([reasons, problems]).length).toBeLessThan(100_000)
})
