import { afterAll, expect, it } from 'vitest'
import { addFavorite, beginImport, identifyBeer, listFavorites } from '#contracts'
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
