import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { addFavorite, beginImport, identifyBeer, listFavorites, saveSearch } from '#contracts'
import { startTestApp } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'
import { photoOf } from '#testing/scripted-readers.ts'
import { diskSpace } from '../disk-space.ts'

let free = 999
const app = await startTestApp({ disk: diskSpace('data', 1_000, async () => free) })
afterAll(() => app.close())

it('refuses photos and imports while the disk is nearly full, saves everything else, and recovers by itself', async () => {
  const { call, cookie } = await app.signIn()
  const image = new Blob([photoOf('a beer')])
  expect(await call(identifyBeer, { form: { image } })).toMatchObject({
    status: 503,
    headers: { 'retry-after': '60' },
    body: { code: 'unavailable' },
  })
  const upload = await app.app.inject({
    method: beginImport.method,
    url: beginImport.path,
    query: { name: 'beers.csv' },
    headers: { host: 'localhost:3000', cookie, 'content-type': 'text/csv' },
    payload: 'beer_name,brewery_name\nDuvel,Duvel Moortgat\n',
  })
  expect([upload.statusCode, upload.json().code]).toEqual([503, 'unavailable'])
  const ready = await app.app.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toMatchObject([503, { status: 'not ready', database: true, disk: false }])
  expect((await app.app.inject('/metrics')).body).toContain('disk_free_bytes 999')

  const { id } = await aBeer(app.db)
  expect((await call(addFavorite, { body: { beerId: id } })).status).toBe(201)
  expect((await call(listFavorites)).body).toHaveLength(1)

  free = 1_000
  expect((await app.app.inject('/readyz')).json()).toMatchObject({ disk: true })
  expect((await call(identifyBeer, { form: { image } })).body).toMatchObject({ code: 'no_beer' })
})

it('says that nothing was saved when the database itself meets the full disk, and saves again once there is room', async () => {
  const { call } = await app.signIn()
  const search = { body: { query: 'duvel', resultCount: 1 } }
  await app.db.execute(sql`
    create function meet_full_disk() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
  await app.db.execute(sql`create trigger full_disk before insert on searches execute function meet_full_disk()`)
  expect(await call(saveSearch, search)).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: 'The disk of this server is full, so this was not saved.' },
  })
  await app.db.execute(sql`drop function meet_full_disk cascade`)
  expect((await call(saveSearch, search)).status).toBe(201)
})
