/**
 * Searches external sources for what the catalogue lacks, and stores the results as provisional catalogue entries. Concurrent
 * identical queries share one request, results are cached, and a source that failed has a cooldown. A result is neither shared nor
 * cached if its user has used up the questions to a source.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Lexicons } from '#catalogue'
import { foldedWords, foldToWords, SearchIndex } from '#catalogue'
import { DISCOVERY_DEADLINE_MS, type DiscoveryOutcome } from '#contracts'
import { EngineFailure } from '#vision/text'
import type { Db } from '../../adapters/db/database.ts'
import type { SearchIndexFeed } from '../../core/search/search-index-feed.ts'
import type { Discovered, DiscoverySource } from './discovery-source.ts'
import { discoveryStore } from './discovery-store.ts'

export interface Discovery {
  /** Queries the sources for a user and stores the results. Never throws because of a source. */
  discover(query: string, userId: number): Promise<DiscoveryResult>
}

interface DiscoveryResult {
  outcome: DiscoveryOutcome
  /** Ids of matching beers, best first; including known ones that the catalogue spells differently. */
  beers: number[]
  breweries: number[]
}

export interface DiscoveryPorts {
  db: Db
  names: SearchIndexFeed
  sources: readonly DiscoverySource[]
  lexicons: () => Lexicons
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Deadline for all sources together. */
  deadlineMs?: number
}

/** Conclusive results are cached this long, empty ones too. */
const CACHE_MS = 10 * 60_000
const CACHE_MAX = 1_000
/** A failed source is skipped this long, so that users do not wait for a network that is down. */
const COOLDOWN_MS = 60_000
/** Rate limit that the free sources ask for. */
const QUERIES_PER_MINUTE = 10
/** Results used per answer. */
const RESULTS_MAX = 10
const NAME_MAX_LENGTH = 120

export function startDiscovery({
  db,
  names,
  sources,
  lexicons,
  now,
  log,
  deadlineMs = DISCOVERY_DEADLINE_MS,
}: DiscoveryPorts): Discovery {
  const running = new Map<string, Promise<Answer>>()
  const cache = new Map<string, CacheEntry>()
  const cooldowns = new Map<DiscoverySource, number>()
  let recent: number[] = []
  let store: ReturnType<typeof discoveryStore> | undefined

  const findIn = async (
    source: DiscoverySource,
    query: string,
    userId: number,
    signal: AbortSignal,
  ): Promise<Discovered | 'used_up' | 'failed'> => {
    if ((cooldowns.get(source) ?? 0) > now()) return 'failed'
    try {
      return await source.find(query, signal, userId)
    } catch (error) {
      cooldowns.set(source, now() + COOLDOWN_MS)
      // Not the error message, which may contain the query.
      log.warn({ source: source.name, reason: reasonOf(error) }, 'discovery source failed')
      return 'failed'
    }
  }

  const querySources = async (query: string, userId: number): Promise<Answer> => {
    store ??= discoveryStore({ db, names, lexicons: lexicons(), sources })
    if ((await store.roomOn(new Date(now()))) <= 0) return none('full')
    recent = recent.filter((at) => at > now() - 60_000)
    if (recent.length >= QUERIES_PER_MINUTE) return none('unavailable')
    recent.push(now())
    const signal = AbortSignal.timeout(deadlineMs)
    const answers = await Promise.all(
      sources.map(async (source) => ({ source, found: await findIn(source, query, userId, signal) })),
    )
    const all: Answer = { ...none('nothing'), isUsedUp: answers.some(({ found }) => found === 'used_up') }
    let created = 0
    let leftOut = 0
    for (const { source, found } of answers) {
      if (typeof found === 'string') continue
      const stored = await store.store(source, onlyMatching(query, found), new Date(now()))
      created += stored.created
      leftOut += stored.leftOut
      all.beers.push(...stored.beers)
      all.breweries.push(...stored.breweries)
    }
    if (created > 0) log.info({ created }, 'discovery added beers to the catalogue')
    if (all.beers.length + all.breweries.length > 0) return { ...all, outcome: 'found' }
    if (answers.some(({ found }) => found === 'failed')) return { ...all, outcome: 'unavailable' }
    return all.isUsedUp || leftOut > 0 ? { ...all, outcome: 'full' } : all
  }

  const discover = async (query: string, userId: number): Promise<Answer> => {
    if (sources.length === 0) return none('off')
    const key = foldToWords(query)
    const cached = cache.get(key)
    if (cached && cached.expiresAt > now()) return cached.result
    const concurrent = running.get(key)
    if (concurrent) {
      const answer = await concurrent
      return answer.isUsedUp ? await discover(query, userId) : answer
    }
    const request = querySources(query, userId).finally(() => running.delete(key))
    running.set(key, request)
    const result = await request
    const isConclusive = !result.isUsedUp && (result.outcome === 'found' || result.outcome === 'nothing')
    if (isConclusive) addToCache(cache, key, { result, expiresAt: now() + CACHE_MS })
    return result
  }

  return { discover }
}

interface Answer extends DiscoveryResult {
  /** This user has used up the questions to a source; another user may get more from it. */
  isUsedUp?: boolean
}

interface CacheEntry {
  result: DiscoveryResult
  expiresAt: number
}

const none = (outcome: DiscoveryOutcome): DiscoveryResult => ({ outcome, beers: [], breweries: [] })

/** Keeps the results that match the query by our own search; sources return loosely related ones too. */
function onlyMatching(query: string, { beers, breweries }: Discovered): Discovered {
  const index = new SearchIndex()
  const namedBreweries = breweries.filter(({ name }) => isName(name))
  const namedBeers = beers.filter(({ name, brewery }) => isName(name) && (brewery === null || isName(brewery.name)))
  namedBreweries.forEach(({ name, city }, id) => {
    index.putBrewery({ id, names: [name], address: { city, state: null, country: null } })
  })
  namedBeers.forEach(({ name, aliases, brewery }, id) => {
    const names = [name, ...aliases, ...(brewery ? [`${brewery.name} ${name}`] : [])]
    index.putBeer({ id, breweryId: null, names, popularity: 0 })
  })
  const found = index.find(foldedWords(query), { beers: RESULTS_MAX, breweries: RESULTS_MAX })
  return {
    beers: found.beers.flatMap((id) => namedBeers[id] ?? []),
    breweries: found.breweries.flatMap((id) => namedBreweries[id] ?? []),
  }
}

function isName(name: string): boolean {
  return name.length <= NAME_MAX_LENGTH && /\p{L}|\p{N}{2}/u.test(name) && !/\p{Cc}|[<>]/u.test(name)
}

/** Evicts the oldest entry if the cache is full. */
function addToCache(cache: Map<string, CacheEntry>, key: string, entry: CacheEntry): void {
  if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value ?? '')
  cache.set(key, entry)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  // Its message names a status or a code, and nothing that was asked or answered.
  if (error instanceof EngineFailure) return error.message
  const code = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : undefined
  return code ?? error.name
}
