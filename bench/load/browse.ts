/** People who use the app at the same time: what they ask for, how long they think, and how long each answer takes. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AnyRoute,
  addFavorite,
  getBeer,
  getUser,
  listFavorites,
  listScans,
  pathOf,
  rateBeer,
  search,
  similarBeers,
} from '#contracts'
import { type Random, randomFrom } from '../statistics/random.ts'

export const QUERIES = [
  'duvel',
  'ipa',
  'lager',
  'stout',
  'weihen',
  'orval',
  'pils',
  'guinness',
  'heinek',
  'chimay',
  'saison',
]
const HEALTH_EVERY_MS = 250
const RATINGS = 100

export interface Account {
  cookie: string
}

export interface Call {
  route: AnyRoute
  path: string
  body?: unknown
}

interface Kind {
  /** Of all calls. */
  share: number
  call(random: Random, beerIds: readonly number[]): Call
}

/** What people ask for, by the name of the route. */
export const MIX: Record<string, Kind> = {
  search: {
    share: 0.35,
    call: (random) => ({ route: search, path: `${search.path}?q=${encodeURIComponent(random.pick(QUERIES))}` }),
  },
  getBeer: {
    share: 0.2,
    call: (random, beerIds) => ({ route: getBeer, path: pathOf(getBeer, { id: random.pick(beerIds) }) }),
  },
  similarBeers: {
    share: 0.1,
    call: (random, beerIds) => ({ route: similarBeers, path: pathOf(similarBeers, { id: random.pick(beerIds) }) }),
  },
  listScans: { share: 0.15, call: () => ({ route: listScans, path: listScans.path }) },
  listFavorites: { share: 0.08, call: () => ({ route: listFavorites, path: listFavorites.path }) },
  getUser: { share: 0.05, call: () => ({ route: getUser, path: getUser.path }) },
  addFavorite: {
    share: 0.04,
    call: (random, beerIds) => ({
      route: addFavorite,
      path: addFavorite.path,
      body: { beerId: random.pick(beerIds) },
    }),
  },
  rateBeer: {
    share: 0.03,
    call: (random, beerIds) => ({
      route: rateBeer,
      path: pathOf(rateBeer, { id: random.pick(beerIds) }),
      body: { rating: random.below(RATINGS) },
    }),
  },
}

function nextCall(random: Random, beerIds: readonly number[]): Call {
  let rest = random.next()
  for (const { share, call } of Object.values(MIX)) {
    if (rest < share) return call(random, beerIds)
    rest -= share
  }
  throw new Error('the shares are not all of the calls')
}

export interface Traffic {
  readMs: number[]
  writeMs: number[]
  healthMs: number[]
  /** Answers 503. */
  refused: number
  /** How long the refusals took. */
  refusedMs: number[]
  /** Other answers that are no success, and calls without an answer. */
  failed: number
  seconds: number
}

export interface Visit {
  origin: string
  accounts: readonly Account[]
  people: number
  /** Mean pause between an answer and the next call. */
  thinkMs: number
  seconds: number
}

export async function browse({ origin, accounts, people, thinkMs, seconds }: Visit): Promise<Traffic> {
  const traffic: Traffic = { readMs: [], writeMs: [], healthMs: [], refused: 0, refusedMs: [], failed: 0, seconds }
  const until = Date.now() + seconds * 1_000

  async function person(index: number) {
    const random = randomFrom(index + 1)
    const cookie = accounts[index % accounts.length]?.cookie ?? ''
    await sleep(random.next() * thinkMs)
    let beerIds = [1, 2, 3, 50, 200]
    while (Date.now() < until) {
      const call = nextCall(random, beerIds)
      const startedAt = performance.now()
      const answer = await request(origin, call, cookie)
      const tookMs = performance.now() - startedAt
      if (answer?.status === 503) {
        traffic.refused += 1
        traffic.refusedMs.push(tookMs)
      } else if (!answer || answer.status >= 400) traffic.failed += 1
      else (call.route.method === 'GET' ? traffic.readMs : traffic.writeMs).push(tookMs)
      if (call.route === search && answer?.status === 200) {
        const found = search.answer[200].parse(answer.body).beers.map(({ id }) => id)
        if (found.length > 0) beerIds = found
      }
      await sleep(thinkMs * (0.5 + random.next()))
    }
  }

  async function health() {
    while (Date.now() < until) {
      const startedAt = performance.now()
      await fetch(`${origin}/healthz`).then((answer) => answer.text())
      traffic.healthMs.push(performance.now() - startedAt)
      await sleep(HEALTH_EVERY_MS)
    }
  }

  await Promise.all([health(), ...Array.from({ length: people }, (_, index) => person(index))])
  return traffic
}

/** Undefined if no answer came. */
export async function request(origin: string, { route, path, body }: Call, cookie: string) {
  try {
    const answer = await fetch(origin + path, {
      method: route.method,
      headers: { cookie, origin, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
  } catch {
    return undefined
  }
}
