/** A person who uses the server by HTTP while it is killed: asks again for what got no answer, and remembers what was accepted. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AnyRoute,
  addFavorite,
  beginImport,
  deleteScan,
  getImport,
  identifyBeer,
  listFavorites,
  listRatings,
  listScans,
  listSearches,
  OwnImport,
  pathOf,
  rateBeer,
  removeFavorite,
  saveSearch,
  startImport,
} from '#contracts'
import { Browser } from '#testing/browser.ts'

const RETRY_MS = 250
const WAIT_MAX_MS = 15 * 60_000
const RATINGS = 100

/** Returns the cookie of a new person. */
export async function signIn(origin: string): Promise<string> {
  const browser = new Browser(origin)
  // A busy server refuses some of the calls.
  while (browser.cookie('session') === undefined) {
    const form = await browser.open('/api/login?returnTo=/api/user')
    const person = { firstName: 'Ada', lastName: 'Brewer', email: `${randomUUID()}@example.org` }
    if (form.status === 200) await browser.submit(form, person)
  }
  return `session=${browser.cookie('session')}`
}

export interface Result {
  scans: { accepted: number; ended: number; failed: number; deleted: number }
  changes: number
  lost: number
  twice: number
}

export class Person {
  private readonly scans: string[] = []
  private readonly deleted: string[] = []
  private readonly favorites = new Set<number>()
  private readonly ratings = new Map<number, number>()
  private readonly searches: string[] = []
  private importId: number | undefined
  private changes = 0

  private constructor(
    private readonly origin: string,
    private readonly cookie: string,
    private readonly number: number,
  ) {}

  static async signIn(origin: string, number: number): Promise<Person> {
    return new Person(origin, await signIn(origin), number)
  }

  async work(turn: number, photo: Buffer): Promise<void> {
    const id = randomUUID()
    const form = new FormData()
    form.set('scanId', id)
    form.set('image', new Blob([new Uint8Array(photo)]), identifyBeer.form?.fileName)
    await this.call(identifyBeer, {}, form)
    this.scans.push(id)
    if (turn % 10 === this.number % 10) {
      await this.call(deleteScan, { id })
      this.deleted.push(id)
    }
    const beerId = 1 + turn
    await this.call(addFavorite, {}, { beerId })
    this.favorites.add(beerId)
    if (turn % 3 === 0) {
      await this.call(removeFavorite, { beerId })
      this.favorites.delete(beerId)
    }
    await this.call(rateBeer, { id: beerId }, { rating: turn % RATINGS })
    this.ratings.set(beerId, turn % RATINGS)
    await this.search(`search ${turn}`)
    this.changes += 3
    if (this.importId === undefined) await this.import()
  }

  /** A search that got no answer may be stored or not; it is not sent again. */
  private async search(query: string): Promise<void> {
    const answer = await this.send(saveSearch, {}, { query, resultCount: 1 })
    if (answer?.ok) this.searches.push(query)
  }

  private async import(): Promise<void> {
    const searches = Array.from({ length: 40 }, (_, n) => ({
      query: `imported ${n}`,
      resultCount: n,
      searchedAt: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
    }))
    const { id } = OwnImport.parse(await this.call(beginImport, {}, JSON.stringify({ searches })))
    await this.until(async () => (await this.importState(id)) === 'checked')
    await this.call(startImport, { id })
    this.importId = id
    this.searches.push(...searches.map(({ query }) => query))
  }

  private async importState(id: number) {
    return OwnImport.parse(await this.call(getImport, { id })).state
  }

  async untilAllEnded(): Promise<void> {
    await this.until(async () => (await this.storedScans()).every(({ status }) => status !== 'processing'))
    const { importId } = this
    if (importId !== undefined) await this.until(async () => (await this.importState(importId)) === 'done')
  }

  async result(): Promise<Result> {
    const scans = await this.storedScans()
    const expected = this.scans.filter((id) => !this.deleted.includes(id))
    const searches = listSearches.answer[200].parse(await this.call(listSearches)).map(({ query }) => query)
    const favorites = listFavorites.answer[200].parse(await this.call(listFavorites)).map(({ beerId }) => beerId)
    const ratings = new Map(
      listRatings.answer[200].parse(await this.call(listRatings)).map(({ beer, rating }) => [beer.id, rating]),
    )
    const lost = [
      ...expected.filter((id) => !scans.some((scan) => scan.id === id)),
      ...this.searches.filter((query) => !searches.includes(query)),
      ...[...this.favorites].filter((id) => !favorites.includes(id)),
      ...[...this.ratings].filter(([id, rating]) => ratings.get(id) !== rating),
    ]
    const repeated = (items: readonly unknown[]) => items.length - new Set(items).size
    const back = [
      ...scans.filter(({ id }) => !expected.includes(id)),
      ...favorites.filter((id) => !this.favorites.has(id)),
    ]
    return {
      scans: {
        accepted: this.scans.length,
        ended: scans.length,
        failed: scans.filter(({ status }) => status === 'failed').length,
        deleted: this.deleted.length,
      },
      changes: this.changes,
      lost: lost.length,
      twice: repeated(searches) + repeated(favorites) + back.length,
    }
  }

  private async storedScans() {
    return listScans.answer[200].parse(await this.call(listScans, {}))
  }

  /** Sends until it is accepted; all calls but searches may be repeated. */
  private async call(route: AnyRoute, params: Record<string, string | number> = {}, body?: unknown): Promise<unknown> {
    let found: unknown
    await this.until(async () => {
      const answer = await this.send(route, params, body)
      if (answer === undefined || answer.status >= 500 || answer.status === 429) return false
      // No beer was found, or the deletion was repeated.
      if (answer.status === 422 || (route === deleteScan && answer.status === 404)) return true
      if (!answer.ok) throw new Error(`${route.method} ${route.path}: ${answer.status} ${await answer.text()}`)
      found = answer.status === 204 ? null : await answer.json()
      return true
    })
    return found
  }

  private async send(route: AnyRoute, params: Record<string, string | number>, body: unknown) {
    const isForm = body instanceof FormData
    const query = route === beginImport ? '?name=export.json' : ''
    const type = route === beginImport ? 'application/octet-stream' : 'application/json'
    try {
      return await fetch(this.origin + pathOf(route, params) + query, {
        method: route.method,
        headers: {
          cookie: this.cookie,
          origin: this.origin,
          prefer: 'respond-async',
          ...(body !== undefined && !isForm && { 'content-type': type }),
        },
        ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    } catch {
      return undefined
    }
  }

  private async until(isDone: () => Promise<boolean>): Promise<void> {
    const latest = Date.now() + WAIT_MAX_MS
    while (!(await isDone())) {
      if (Date.now() > latest) throw new Error('nothing came of it in time')
      await sleep(RETRY_MS)
    }
  }
}
