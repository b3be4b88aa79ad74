import { expect, it } from 'vitest'
import { search } from '#contracts'
import { startTestApp } from '#testing/app.ts'
import { aBrewery } from '#testing/builders.ts'

it('answers with twenty breweries at most', async () => {
  const app = await startTestApp()
  for (let n = 0; n < 22; n++) await aBrewery(app.db, { name: `Quittenhof ${n}` })
  const { call } = await app.signIn()
  expect((await call(search, { query: { q: 'quittenhof' } })).body.breweries).toHaveLength(20)
  await app.close()
})
