/** People who use the app at the same time: what they ask for, how long they think, and how long each answer takes. */
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
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
/** As many connections as people, as from their phones. */
const agent = new http.Agent({ keepAlive: true })
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
        const found = search.answer[200].parse(answer.json()).beers.map(({ id }) => id)
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

/** Calls in a row that must be answered quickly. */
const CALLS_RECOVERED = 10
const QUICK_MS = 100

/** Seconds from now until the server answers each read quickly again. */
export async function secondsUntilAnswered(origin: string, accounts: readonly Account[]): Promise<number> {
  const startedAt = performance.now()
  let since = startedAt
  for (let quick = 0, index = 0; quick < CALLS_RECOVERED; index++) {
    const askedAt = performance.now()
    const { cookie } = accounts[index % accounts.length] ?? { cookie: '' }
    const answer = await request(origin, { route: listFavorites, path: listFavorites.path }, cookie)
    const isQuick = answer?.status === 200 && performance.now() - askedAt < QUICK_MS
    if (quick === 0 && isQuick) since = askedAt
    quick = isQuick ? quick + 1 : 0
  }
  return (since - startedAt) / 1_000
}

interface Answer {
  status: number
  /** Null without a body. */
  json(): unknown
}

/**
 * Undefined if no answer came. Cheaper than `fetch`, and an answer is unpacked only if it is asked for, because people and server share the processors
 * of this machine.
 */
export function request(origin: string, { route, path, body }: Call, cookie: string): Promise<Answer | undefined> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    cookie,
    origin,
    'accept-encoding': 'gzip',
    ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
  }
  return new Promise((resolve) => {
    const call = http.request(origin + path, { agent, method: route.method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', () => resolve(undefined))
      answer.on('end', () => {
        const isPacked = answer.headers['content-encoding'] === 'gzip'
        const all = () => (isPacked ? gunzipSync(Buffer.concat(parts)) : Buffer.concat(parts))
        const json = () => (parts.length === 0 ? null : JSON.parse(all().toString()))
        resolve({ status: answer.statusCode ?? 0, json })
      })
    })
    call.on('error', () => resolve(undefined))
    call.end(sent)
  })
}
