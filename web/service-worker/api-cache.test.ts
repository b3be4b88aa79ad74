import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getBeer, getUser, listFavorites, PARSE_MENU_TIMEOUT_MS, pathOf, picturePath } from '#contracts'
import { aBeer, aUser } from '#web/testing/builders.ts'
import { fakeCaches } from '#web/testing/fake-caches.ts'
import { changesData, changesPictures, createApiCache, isCacheable } from './api-cache.ts'

const ORIGIN = 'http://localhost'

function aPhone(given: { never?: boolean } = {}) {
  const answers = new Map<string, () => Response | Promise<Response>>()
  const work: Promise<unknown>[] = []
  const caches = fakeCaches()
  const startWorker = () =>
    createApiCache({
      caches,
      fetch: async (request) => {
        const answer = answers.get(new URL(request.url).pathname)
        if (!answer) throw new TypeError('Failed to fetch')
        return answer()
      },
      wait: () => (given.never ? new Promise(() => undefined) : Promise.resolve()),
    })
  let apiCache = startWorker()
  return {
    get apiCache() {
      return apiCache
    },
    caches,
    restartWorker() {
      apiCache = startWorker()
    },
    online: (path: string, body: unknown, status = 200) => answers.set(path, () => Response.json(body, { status })),
    /** Returns the ways to end the request. */
    slow(path: string) {
      let end: (response: Response | Promise<never>) => void = () => undefined
      const answer = new Promise<Response>((resolve) => {
        end = resolve
      })
      answers.set(path, () => answer)
      return {
        arrive: (body: unknown) => end(Response.json(body)),
        fail: () => end(Promise.reject(new TypeError('Failed to fetch'))),
      }
    },
    /** As a network that asks for its password first. */
    captive: (path: string) => {
      const headers = { 'Content-Type': 'text/html; charset=utf-8' }
      answers.set(path, async () => new Response('<p>Welcome to our Wi-Fi</p>', { headers }))
    },
    offline: () => answers.clear(),
    async ask(path: string): Promise<unknown> {
      const response = await apiCache.respond(new Request(`${ORIGIN}${path}`), (more) => work.push(more))
      return response.json()
    },
    settled: () => Promise.all(work),
  }
}

/** Lets the time-out of the network pass. */
const timeOut = () => new Promise((resolve) => setTimeout(resolve))

const beer = aBeer({ name: 'Orval' })
const beerPath = pathOf(getBeer, { id: beer.id })

async function signedIn(id: number, phone = aPhone({ never: true })) {
  phone.online(getUser.path, aUser({ id }))
  phone.online(listFavorites.path, [])
  phone.online(beerPath, beer)
  await phone.ask(getUser.path)
  await phone.ask(beerPath)
  await phone.settled()
  return phone
}

describe('the API cache', () => {
  it.each([
    ['GET', '/api/user', true],
    ['GET', '/api/beers/12', true],
    ['GET', '/api/beers/12/similar', true],
    ['GET', '/api/scans/0b7ad5f2-43a0-4b52-a3a8-0d5e2b3f9a11', true],
    ['GET', '/api/search-history', true],
    ['GET', '/api/beers/search', false],
    ['GET', '/api/search?q=orval', false],
    ['POST', '/api/favorites', false],
    ['GET', '/api/marks', true],
    ['GET', '/api/pictures', true],
    ['GET', '/api/pictures/0b7ad5f2-43a0-4b52-a3a8-0d5e2b3f9a11', true],
    ['GET', '/api/login', false],
    ['GET', '/idp/auth', false],
  ])('%s %s: %s', (method, path, cacheable) => {
    expect(isCacheable({ method, url: `${ORIGIN}${path}` })).toBe(cacheable)
  })

  it('responds without a network', async () => {
    const phone = await signedIn(1)
    phone.offline()
    expect(await phone.ask(beerPath)).toEqual(beer)
    await expect(phone.ask(listFavorites.path)).rejects.toThrow('Failed to fetch')
  })

  it('takes no page of the network for an answer, and keeps none', async () => {
    const picture = picturePath('0b7ad5f2-43a0-4b52-a3a8-0d5e2b3f9a11')
    const phone = await signedIn(1)
    phone.captive(beerPath)
    phone.captive(picture)
    expect(await phone.ask(beerPath)).toEqual(beer)
    await expect(phone.ask(picture)).rejects.toThrow()
    await phone.settled()
    phone.offline()
    expect(await phone.ask(beerPath)).toEqual(beer)
    phone.online(picture, 'a picture')
    expect(await phone.ask(picture)).toBe('a picture')
  })

  it('leaves the answer to the network while the storage of the browser is damaged', async () => {
    const phone = await signedIn(1)
    const fails = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'))
    vi.spyOn(phone.caches, 'match').mockImplementation(fails)
    expect(await phone.ask(beerPath)).toEqual(beer)
    vi.spyOn(phone.caches, 'keys').mockImplementation(fails)
    expect(await phone.ask(beerPath)).toEqual(beer)
    phone.offline()
    await expect(phone.ask(beerPath)).rejects.toThrow('Failed to fetch')
  })

  it('prefers the network within its time-out', async () => {
    const phone = await signedIn(1)
    phone.online(beerPath, { ...beer, name: 'Orval Vert' })
    expect(await phone.ask(beerPath)).toMatchObject({ name: 'Orval Vert' })
  })

  it('responds when the network is too slow, and stores the late response', async () => {
    const phone = await signedIn(1, aPhone())
    const { arrive } = phone.slow(beerPath)
    expect(await phone.ask(beerPath)).toEqual(beer)
    arrive({ ...beer, name: 'Orval Vert' })
    await phone.settled()
    phone.offline()
    expect(await phone.ask(beerPath)).toMatchObject({ name: 'Orval Vert' })
  })

  describe('after a change of the user', () => {
    const CHANGED = { ...beer, name: 'Orval Vert' }
    const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
    afterEach(() => void vi.useRealTimers())

    it.each([
      ['waits for a slow network', () => undefined],
      ['waits for it in a worker that was restarted, too', (phone: ReturnType<typeof aPhone>) => phone.restartWorker()],
    ])('%s', async (_, meanwhile) => {
      const phone = await signedIn(1, aPhone())
      pass(PARSE_MENU_TIMEOUT_MS)
      await phone.apiCache.noteChange()
      meanwhile(phone)
      const { arrive } = phone.slow(beerPath)
      const answer = phone.ask(beerPath)
      await timeOut()
      arrive(CHANGED)
      expect(await answer).toEqual(CHANGED)
    })

    it('waits for a request that was under way when the change was seen', async () => {
      const phone = await signedIn(1, aPhone())
      const { arrive } = phone.slow(beerPath)
      const change = phone.apiCache.noteChange()
      const answer = phone.ask(beerPath)
      await change
      await timeOut()
      arrive(CHANGED)
      expect(await answer).toEqual(CHANGED)
    })

    it('responds when the slow network fails in the end', async () => {
      const phone = await signedIn(1, aPhone())
      await phone.apiCache.noteChange()
      const { fail } = phone.slow(beerPath)
      const answer = phone.ask(beerPath)
      await timeOut()
      fail()
      expect(await answer).toEqual(beer)
    })

    it('responds to a slow network again with what was requested after the end of the change', async () => {
      const phone = await signedIn(1, aPhone())
      await phone.apiCache.noteChange()
      pass(PARSE_MENU_TIMEOUT_MS - 1)
      await phone.ask(beerPath)
      await phone.settled()
      pass(1_000)
      const first = phone.slow(beerPath)
      const waiting = phone.ask(beerPath)
      await timeOut()
      first.arrive(CHANGED)
      expect(await waiting).toEqual(CHANGED)
      await phone.settled()
      phone.slow(beerPath)
      expect(await phone.ask(beerPath)).toEqual(CHANGED)
    })

    it('responds to another user, who has changed nothing', async () => {
      const phone = await signedIn(1, aPhone())
      await phone.apiCache.noteChange()
      await signedIn(2, phone)
      phone.slow(beerPath)
      expect(await phone.ask(beerPath)).toEqual(beer)
    })
  })

  it('notes no change of a user whom it does not know', async () => {
    const phone = aPhone()
    await phone.apiCache.noteChange()
    expect(await phone.caches.keys()).toEqual([])
  })

  it.each([
    ['POST', '/api/favorites', true],
    ['DELETE', '/api/scans', true],
    ['PATCH', '/api/journal/3', true],
    ['POST', '/api/identify-beer', true],
    ['POST', '/api/detect-context', false],
    ['GET', '/api/favorites', false],
    ['HEAD', '/api/favorites', false],
    ['OPTIONS', '/api/favorites', false],
    ['POST', '/idp/auth', false],
  ])('counts %s %s as a change: %s', (method, path, isChange) => {
    expect(changesData({ method, url: `${ORIGIN}${path}` })).toBe(isChange)
  })

  it('belongs to one user, and is deleted when another one signs in', async () => {
    const phone = await signedIn(1)
    expect(await phone.caches.keys()).toEqual(['copies-of-user-1'])
    phone.online(getUser.path, aUser({ id: 2 }))
    await phone.ask(getUser.path)
    await phone.settled()
    expect(await phone.caches.keys()).toEqual(['copies-of-user-2'])
    phone.offline()
    await expect(phone.ask(beerPath)).rejects.toThrow('Failed to fetch')
  })

  it.each([getUser.path, beerPath])('is deleted on a 401 for %s', async (path) => {
    const phone = await signedIn(1)
    phone.online(path, { message: 'Please sign in', code: 'unauthenticated' }, 401)
    await phone.ask(path)
    await phone.settled()
    expect(await phone.caches.keys()).toEqual([])
  })

  it('is not restored by a response that arrives after the deletion', async () => {
    const phone = await signedIn(1)
    const { arrive } = phone.slow(beerPath)
    const response = phone.ask(beerPath)
    await phone.apiCache.clear()
    arrive(beer)
    await response
    await phone.settled()
    expect(await phone.caches.keys()).toEqual([])
  })

  it('has the own pictures first, apart from the rest, until they change or the user leaves', async () => {
    const phone = await signedIn(1)
    const path = picturePath('0b7ad5f2-43a0-4b52-a3a8-0d5e2b3f9a11')
    phone.online(path, 'a label')
    await phone.ask(path)
    await phone.settled()
    expect(await phone.caches.keys()).toEqual(['copies-of-user-1', 'copies-of-user-1-pictures'])
    phone.online(path, 'not asked for again')
    expect(await phone.ask(path)).toBe('a label')
    await phone.caches.open('copies-of-user-1-thumbs')
    await phone.ask(getUser.path)
    await phone.settled()
    expect(await phone.caches.keys()).toContain('copies-of-user-1-thumbs')

    await phone.apiCache.forgetPictures()
    expect(await phone.ask(path)).toBe('not asked for again')
    await phone.settled()
    phone.online(getUser.path, aUser({ id: 2 }))
    await phone.ask(getUser.path)
    await phone.settled()
    expect(await phone.caches.keys()).toEqual(['copies-of-user-2'])
  })

  it.each([
    ['DELETE', '/api/pictures', true],
    ['PUT', '/api/beers/12/own-picture', true],
    ['DELETE', '/api/journal/3', true],
    ['DELETE', '/api/favorites/3', false],
    ['GET', '/api/pictures', false],
  ])('forgets pictures after %s %s: %s', (method, path, isForgotten) => {
    expect(changesPictures({ method, url: `${ORIGIN}${path}` })).toBe(isForgotten)
  })

  it('stores successful responses only', async () => {
    const phone = await signedIn(1)
    phone.online(beerPath, { message: 'down', code: 'internal' }, 500)
    await phone.ask(beerPath)
    await phone.settled()
    phone.offline()
    expect(await phone.ask(beerPath)).toEqual(beer)
  })
})
