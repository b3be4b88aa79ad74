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

const QUERIES = ['duvel', 'ipa', 'lager', 'stout', 'weihen', 'orval', 'pils', 'guinness', 'heinek', 'chimay', 'saison']
const HEALTH_EVERY_MS = 250
const RATINGS = 100

export interface Account {
  cookie: string
}

interface Call {
  route: AnyRoute
  path: string
  body?: unknown
}

/** Shares of the calls, in order: searches, beers, similar beers, lists, changes. */
function nextCall(random: Random, beerIds: readonly number[]): Call {
  const id = random.pick(beerIds)
  const share = random.next()
  if (share < 0.35) return { route: search, path: `${search.path}?q=${encodeURIComponent(random.pick(QUERIES))}` }
  if (share < 0.55) return { route: getBeer, path: pathOf(getBeer, { id }) }
  if (share < 0.65) return { route: similarBeers, path: pathOf(similarBeers, { id }) }
  if (share < 0.8) return { route: listScans, path: listScans.path }
  if (share < 0.88) return { route: listFavorites, path: listFavorites.path }
  if (share < 0.93) return { route: getUser, path: getUser.path }
  if (share < 0.97) return { route: addFavorite, path: addFavorite.path, body: { beerId: id } }
  return { route: rateBeer, path: pathOf(rateBeer, { id }), body: { rating: random.below(RATINGS) } }
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

async function request(origin: string, { route, path, body }: Call, cookie: string) {
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
