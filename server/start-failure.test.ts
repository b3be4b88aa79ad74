import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'
import { expect, it } from 'vitest'
import { EngineUnusable, ReaderLost } from '#recognition'
import { lockDataFolder } from './adapters/db/data-lock.ts'
import { DatabaseUnreachable } from './adapters/db/keep-connections.ts'
import { ConfigProblems } from './config.ts'
import { startFailure } from './start-failure.ts'

const listening = (host: string, port: number) =>
  new Promise<{ error?: Error; port: number; close(): void }>((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve({ error, port, close: () => {} }))
    server.listen(port, host, () => {
      const address = server.address()
      resolve({ port: typeof address === 'object' && address ? address.port : 0, close: () => server.close() })
    })
  })

it('names the port that another program uses, and does not try again', async () => {
  const first = await listening('127.0.0.1', 0)
  const second = await listening('127.0.0.1', first.port)
  first.close()
  expect(startFailure(second.error)).toEqual({
    message: `Port ${first.port} of 127.0.0.1 is in use. Stop the other program, or choose another PORT or METRICS_PORT.`,
    exitCode: 78,
  })
})

it.each(['192.0.2.1', 'host.invalid'])('names HOST if this machine does not have the address yet: %s', async (host) => {
  const { error } = await listening(host, 0)
  const { message, exitCode } = startFailure(error)
  expect(message).toMatch(/^HOST: .*address of this machine\.$/)
  expect(exitCode).toBe(1)
})

it('names a data folder that is a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bg-start-'))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'data')]) {
    expect(() => mkdirSync(path, { recursive: true })).toThrow(
      expect.toSatisfy((error: unknown) => {
        const { message, exitCode } = startFailure(error)
        return String(message).startsWith(`${path} cannot be used`) && exitCode === 78
      }),
    )
  }
  rmSync(folder, { recursive: true })
})

it.runIf(existsSync('/proc'))('names a data folder where folders cannot be made', async () => {
  const error = await lockDataFolder('/proc/none/data').catch((cause: unknown) => cause)
  expect(startFailure(error)).toEqual({
    message: '/proc/none cannot be used (ENOENT). DATA_DIR must be a folder in which the user of the server may write.',
    exitCode: 78,
  })
})

it('tries again once PostgreSQL may be back, and prints no stack', () => {
  const message = 'PostgreSQL cannot be used: connect ECONNREFUSED.'
  expect(startFailure(new DatabaseUnreachable(message))).toEqual({ message, exitCode: 1 })
})

it('says that PostgreSQL is a replica, and tries again', () => {
  const refused = Object.assign(new pg.DatabaseError('cannot execute INSERT', 0, 'error'), { code: '25006' })
  const { message, exitCode } = startFailure(new DrizzleQueryError('insert', [], refused))
  expect(message).toBe('PostgreSQL is read-only, as a replica is. DATABASE_URL must lead to the primary.')
  expect(exitCode).toBe(1)
})

it.each(['53100', 'ENOSPC', 'EDQUOT'])('names the full disk of DATA_DIR, and tries again: %s', (code) => {
  const refused = Object.assign(new Error('could not extend file'), { code })
  expect(startFailure(new DrizzleQueryError('insert', [], refused))).toEqual({
    message: 'The disk of DATA_DIR is full, so the server cannot start.',
    exitCode: 1,
  })
})

it('says what to do about networks that cannot be loaded, and does not try again', () => {
  const { message, exitCode } = startFailure(new EngineUnusable('own_rec.onnx is no network that can be loaded'))
  expect(message).toMatch(/^own_rec\.onnx is no network .*\. Correct VISION_MODELS, or .*`npm ci`\.$/)
  expect(exitCode).toBe(78)
})

it('points to the doctor if readers end for another reason, and prints no stack', () => {
  const { message, exitCode } = startFailure(
    new ReaderLost('No batch reader could load: the last one ended with code 1'),
  )
  expect(message).toMatch(/^No batch reader could load: .*code 1\. `npm run doctor` says more\.$/)
  expect(exitCode).toBe(1)
})

it('reports settings as they are, and an unexpected error with its stack', () => {
  const unexpected = new Error('unexpected')
  expect(startFailure(new ConfigProblems(['PORT: wrong'])).exitCode).toBe(78)
  expect(startFailure(unexpected)).toEqual({ message: unexpected, exitCode: 1 })
})

it('reports what the database says, without the statement that failed and its values', () => {
  const refusal = new Error('cannot execute INSERT in a read-only transaction')
  expect(startFailure(new DrizzleQueryError('insert into beers', ['Orval'], refusal)).message).toBe(refusal)
})
