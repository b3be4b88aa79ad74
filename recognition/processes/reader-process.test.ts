import { afterAll, expect, test } from 'vitest'
import { temporaryProgram } from '#testing/bundle.ts'
import type { Task, TaskStep } from './messages.ts'
import { openReader, type ReaderProcess } from './reader-process.ts'
import { BATCH_SETUP } from './reader-setup.fixture.ts'
import type { Script } from './reader-under-test.ts'
import { ReaderLost } from './readers.ts'

const program = await temporaryProgram(new URL('./reader-under-test.ts', import.meta.url))
const open: ReaderProcess[] = []
afterAll(async () => {
  await Promise.all(open.map((reader) => reader.close()))
  await program.remove()
})

/** A reader that is ready, and said to have waited `waitedMs` for a processor by the time that anybody asks. */
async function aReader(waitedMs: number): Promise<ReaderProcess> {
  return new Promise((resolve, reject) => {
    const events = { onReady: () => resolve(reader), onEnd: () => reject(new Error('it ended')) }
    const reader = openReader(program.path, BATCH_SETUP, events, () => () => waitedMs)
    open.push(reader)
    reader.update({ version: 1, beers: [], breweries: [], removedBeers: [], removedBreweries: [] })
  })
}

/** Its deadline passes after a second; two seconds later the reader is taken for one that hangs. */
async function stepsOf(reader: ReaderProcess, script: Script): Promise<TaskStep['kind'][]> {
  const photo = { bytes: Buffer.from(JSON.stringify(script)), width: 100, height: 100 }
  const task: Task = { kind: 'recognise', photo, ask: { call: 'identify', context: 'single_beer' } }
  const steps: TaskStep['kind'][] = []
  await reader.run(task, 1_000, ({ kind }) => steps.push(kind)).finished
  return steps
}

test.concurrent('a reader that takes long although it had a processor is lost', async () => {
  await expect(stepsOf(await aReader(0), { ms: 4_000 })).rejects.toThrow(ReaderLost)
})

test.concurrent('a reader that takes long because it waited for a processor may finish', async () => {
  expect(await stepsOf(await aReader(60_000), { ms: 3_500 })).toContain('complete')
})

test.concurrent('a reader that waits for a processor without end is lost after three times its time', async () => {
  const reader = await aReader(Number.POSITIVE_INFINITY)
  const started = performance.now()
  await expect(stepsOf(reader, { act: 'hang' })).rejects.toThrow('deadline')
  expect(performance.now() - started).toBeGreaterThan(3 * 3_000 - 50)
})
