import type pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { addFavorite, identifyBeer, listFavorites } from '#contracts'
import { startTestApp } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'
import { anOutcome, aSighting, photoOf, scriptedReaders } from '#testing/scripted-readers.ts'
import { DatabaseBusy, waitAllowance, withLimitedWait } from '../db/wait-limit.ts'

const readers = scriptedReaders()
const app = await startTestApp({ readers })
const { pool } = app.database
let held: pg.PoolClient[] = []

/** Takes all connections, as slow statements would. */
async function saturate() {
  held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
}
function recover() {
  for (const client of held.splice(0)) client.release()
}
afterEach(recover)
afterAll(() => app.close())

describe('a saturated database', () => {
  it('refuses reads and writes within a second, and answers again as soon as it recovers', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    await saturate()
    const startedAt = performance.now()
    const refused = await Promise.all([
      ...Array.from({ length: 50 }, () => call(listFavorites)),
      call(addFavorite, { body: { beerId: beer.id } }),
    ])
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '2' } })
    }
    recover()
    expect((await call(listFavorites)).body).toEqual([])
    expect(pool.idleCount).toBe(pool.totalCount)
  })

  it('counts the waits of a request together', async () => {
    const allowance = waitAllowance()
    await saturate()
    const query = () => withLimitedWait(allowance, () => pool.query('select 1'))
    const first = query()
    setTimeout(recover, 500)
    await first
    await saturate()
    const startedAt = performance.now()
    await expect(query()).rejects.toThrow(DatabaseBusy)
    expect(performance.now() - startedAt).toBeLessThan(450)
    await expect(query()).rejects.toThrow(DatabaseBusy)
  })

  it('lets a scan wait that a request has started', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    readers.on('waits', async function* () {
      await saturate()
      setTimeout(recover, 1_500)
      yield { kind: 'complete', outcome: anOutcome('single', [aSighting(beer.id)]) }
    })
    const answer = await call(identifyBeer, { form: { image: new Blob([photoOf('waits')]) } })
    expect(answer).toMatchObject({ status: 200, body: { beer: { id: beer.id } } })
    expect(readers.recognised).toHaveLength(1)
  })
})
