import { EventEmitter } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { connect, endSilentConnections } from './database.ts'
import { isConnectionLost, keepConnections } from './keep-connections.ts'
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

test('what others write beside a transaction that is rolled back stays', async () => {
  await pool.query('create table kept (n int)')
  const writes = Array.from({ length: 30 }, (_, n) => () => pool.query('insert into kept values ($1)', [n]))
  const others = writes.slice(0, 10).map((write) => write())
  const rolledBack = db.transaction(async (tx) => {
    others.push(...writes.slice(10, 20).map((write) => write()))
    await tx.execute(sql`insert into kept values (99)`)
    others.push(...writes.slice(20).map((write) => write()))
    await tx.execute(sql`insert into kept values (99)`)
    tx.rollback()
  })
  await expect(rolledBack).rejects.toThrow('Rollback')
  await Promise.all(others)
  const { rows } = await pool.query('select count(*)::int as count, max(n) from kept')
  expect(rows).toEqual([{ count: 30, max: 29 }])
})

const AUTHENTICATED = 'R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I'
const ANSWER = 'C\0\0\0\x0dSELECT 0\0Z\0\0\0\x05I'

/** A database whose connections handle the number of statements that have arrived on them. */
async function databaseThat(handle: (arrived: number, connection: Socket, connections: number) => void) {
  let connections = 0
  const server = createServer((connection) => {
    connections += 1
    const nth = connections
    let arrived = 0
    connection.on('data', (data) => {
      const isStartup = data[0] === 0
      if (isStartup) return connection.write(AUTHENTICATED, 'latin1')
      arrived += data.toString('latin1').split('select').length - 1
      return handle(arrived, connection, nth)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  const options = { host: '127.0.0.1', port: address.port, user: 'a', database: 'a', max: 1 }
  onTestFinished(() => void server.close())
  return { options, connections: () => connections }
}

describe('a connection that statements share', () => {
  async function sharedDatabaseThat(handle: Parameters<typeof databaseThat>[0]) {
    const { options, connections } = await databaseThat(handle)
    const sharing = keepConnections(new pg.Pool({ ...options, pipeline: true }))
    sharing.on('error', () => {})
    sharing.on('connect', (client) => client.on('error', () => {}))
    onTestFinished(() => sharing.end())
    return { sharing, connections }
  }

  it('takes the next statement before it has answered the last', async () => {
    const { sharing, connections } = await sharedDatabaseThat((arrived, connection) => {
      if (arrived === 3) connection.write(ANSWER.repeat(3), 'latin1')
    })
    await Promise.all(['select 1', 'select 2', 'select 3'].map((text) => sharing.query(text)))
    expect(connections()).toBe(1)
  })

  it('takes no statement beside a transaction', async () => {
    const { sharing } = await sharedDatabaseThat((_, connection) => connection.write(ANSWER, 'latin1'))
    const client = await sharing.connect()
    let isAnswered = false
    const beside = sharing.query('select 1').then(() => (isAnswered = true))
    await client.query('select 2')
    expect(isAnswered).toBe(false)
    client.release()
    await beside
  })

  it('fails the statements on their way when it is lost, and the next has a new one', async () => {
    const { sharing, connections } = await sharedDatabaseThat((arrived, connection, nth) => {
      if (nth > 1) connection.write(ANSWER, 'latin1')
      else if (arrived === 2) connection.destroy()
    })
    const lost = await Promise.allSettled(['select 1', 'select 2'].map((text) => sharing.query(text)))
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await sharing.query('select 3')
    expect(connections()).toBe(2)
  })
})

test('a statement that is rejected in another language does not end its connection', async () => {
  const { options, connections } = await databaseThat((arrived, connection) => {
    const fields = 'SFEHLER\0VERROR\0C22003\0Mint ist zu klein\0\0'
    const length = String.fromCharCode(fields.length + 4)
    connection.write(arrived === 1 ? `E\0\0\0${length}${fields}Z\0\0\0\x05I` : ANSWER, 'latin1')
  })
  const german = connect(options, { warn: () => {} })
  onTestFinished(() => german.end())
  await expect(german.query('select 1')).rejects.toThrow('int ist zu klein')
  await german.query('select 2')
  expect(connections()).toBe(1)
})

test.each([
  ['FATAL', '57P01', true],
  ['FATAL', '25P03', true],
  ['FATAL', '08P01', true],
  ['ERROR', '08P01', false],
  ['ERROR', '57014', false],
])('a statement that fails with %s %s has lost its connection: %s', (severity, code, isLost) => {
  const error = Object.assign(new pg.DatabaseError('failed', 0, 'error'), { severity, code })
  expect(isConnectionLost(new Error('the request failed', { cause: error }))).toBe(isLost)
})

test('a connection on which nothing arrives any more ends with its transaction, and the next has a new one', async () => {
  const { options, connections } = await databaseThat((arrived, connection, nth) => {
    if (arrived === 0 || nth > 1) connection.write(ANSWER, 'latin1')
  })
  const silent = connect({ ...options, ...endSilentConnections(300) }, { warn: () => {} })
  onTestFinished(() => silent.end())
  await expect(openDrizzle(silent).transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow()
  await silent.query('select 2')
  expect(connections()).toBe(2)
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

describe('a statement that recurs', () => {
  const RUNS = 20
  const UNNAMED_RUNS = 5
  const recur = async (text: string, values: unknown[]) => {
    for (let run = 0; run < RUNS; run++) await pool.query({ text }, values)
  }
  async function onEachConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T[]> {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    try {
      return await Promise.all(clients.map(work))
    } finally {
      for (const client of clients) client.release()
    }
  }
  const runsOf = async (text: string) => {
    const found = await onEachConnection(async (client) => {
      const runs = 'select (generic_plans + custom_plans)::int as n from pg_prepared_statements where statement = $1'
      return (await client.query<{ n: number }>(runs, [text])).rows.map(({ n }) => n)
    })
    return found.flat()
  }
  const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0)

  it('is parsed once for each connection', async () => {
    await recur('select $1::int + 1 as n', [1])
    expect(sum(await runsOf('select $1::int + 1 as n'))).toBe(RUNS - UNNAMED_RUNS)
    await recur('select 2', [])
    expect(await runsOf('select 2')).toEqual([])
  })

  it('is answered all the same if its columns have changed, or the connection has lost it', async () => {
    await pool.query('create table changing (n int)')
    await pool.query('insert into changing values (7)')
    const text = 'select * from changing where n = $1'
    await recur(text, [7])
    await pool.query('alter table changing add more text')
    expect((await pool.query({ text }, [7])).rows).toEqual([{ n: 7, more: null }])

    const other = 'select n from changing where n = $1'
    await recur(other, [7])
    await onEachConnection((client) => client.query('deallocate all'))
    expect((await pool.query({ text: other }, [7])).rows).toEqual([{ n: 7 }])
  })

  it('fails as it would without a name', async () => {
    const text = 'select 1 / $1::int as n'
    await recur(text, [1])
    await expect(pool.query({ text }, [0])).rejects.toThrow('division by zero')
    expect((await pool.query({ text }, [1])).rows).toEqual([{ n: 1 }])
  })
})
