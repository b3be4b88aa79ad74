import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shareOfPhotos } from '../photos/target.ts'
import { compared, type Run, readRun } from './earlier-run.ts'

const aRun = (name: string, blind: boolean, right: number): Run => ({
  set: { name, blind },
  targets: [shareOfPhotos('one', { right, of: 10 }, { atLeast: 0.9 })],
})

/** Writes a report into a temporary folder and reads it as a run. */
function readBack(text: string): Run | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'bg-report-'))
  try {
    writeFileSync(join(folder, 'bench.json'), text)
    return readRun(join(folder, 'bench.json'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('reads the set and the targets of a report, and nothing else', () => {
  const run = aRun('photos', true, 9)
  expect(readBack(JSON.stringify({ answers: ['secret'], ...run }))).toEqual(run)
  const { targets } = run
  expect(readBack(JSON.stringify({ targets }))).toEqual({ set: { name: 'earlier run', blind: false }, targets })
})

test('returns nothing for a file that is missing or no report', () => {
  expect(readRun('/there/is/no/such/file.json')).toBeUndefined()
  expect(readBack('no JSON')).toBeUndefined()
  expect(readBack('{}')).toBeUndefined()
})

test('the blind run is B, whichever of the two is earlier', () => {
  const [open, blind] = [aRun('photos', false, 9), aRun('others', true, 7)]
  const table = compared(open, blind)
  expect(table).toMatch(/A: photos .*B: others \(blind\)/)
  expect(table).toMatch(/\+20.0 points$/)
  expect(compared(blind, open)).toBe(table)
  expect(compared(open, aRun('earlier', false, 10))).toMatch(/A: photos .*B: earlier .*-10.0 points$/s)
})
