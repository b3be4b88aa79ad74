import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listSearches, saveSearch, searchBeers } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('search history', () => {
  it('belongs to one user', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    await ada.call(saveSearch, { body: { query: 'orval', resultCount: 3 } })
    expect((await ada.call(listSearches)).body).toMatchObject([{ query: 'orval', resultCount: 3 }])
    expect((await grace.call(listSearches)).body).toEqual([])
  })
})

describe('beers by name', () => {
  it('are a list, best first, and none below three characters', async () => {
    await aBeer(app.db, { name: 'Quadrophenia', popularity: 10 })
    await aBeer(app.db, { name: 'Quadrophenia Reserve', popularity: 5 })
    const { call } = await app.signIn()
    const found = await call(searchBeers, { query: { q: 'quadrophenia' } })
    expect(found.body.map(({ name }) => name)).toEqual(['Quadrophenia', 'Quadrophenia Reserve'])
    expect((await call(searchBeers, { query: { q: 'qu' } })).body).toEqual([])
  })
})
