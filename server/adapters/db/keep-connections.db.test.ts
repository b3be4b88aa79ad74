import { EventEmitter } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { keepConnections } from './keep-connections.ts'
import { openDrizzle } from './open-drizzle.ts'

const { db, pool } = await testDatabase()

test('a rejected statement neither ends its connection nor fails those of others', async () => {
  await Promise.all(Array.from({ length: 10 }, () => pool.query('select 1')))
  let opened = 0
  pool.on('connect', () => opened++)
  const rejected = () => expect(pool.query('select $1::int', [99_999_999_999])).rejects.toThrow('out of range')
  const answered = (n: number) =>
    db.execute<{ n: number }>(sql`select ${n}::int as n`).then(({ rows }) => expect(rows).toEqual([{ n }]))
  for (let round = 0; round < 30; round++) {
    await Promise.all([rejected(), ...[1, 2, 3, 4].map(answered)])
  }
  expect(opened).toBe(0)
})

test('a connection that ended while it was opened is opened once more', async () => {
  let refused = 0
  const server = createServer((socket) => {
    if (refused++ === 0) return socket.destroy()
    const authenticated = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')
    socket.once('data', () => socket.write(authenticated))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const flaky = keepConnections(new pg.Pool({ host: '127.0.0.1', ...(port && { port }), user: 'a', database: 'a' }))
  const client = await flaky.connect()
  expect(refused).toBe(2)
  client.release(true)
  await flaky.end()
  server.close()
})

test('a transaction that cannot begin gives its connection back', async () => {
  const client = Object.assign(new EventEmitter(), {
    query: () => Promise.reject(new Error('Connection terminated')),
    release: vi.fn(),
  })
  const single = new pg.Pool({ max: 1 })
  Object.assign(single, { connect: async () => client })
  await expect(openDrizzle(single).transaction(async () => 'never')).rejects.toMatchObject({
    cause: { message: 'Connection terminated' },
  })
  expect(client.release).toHaveBeenCalledOnce()
})
