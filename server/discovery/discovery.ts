/**
 * Looks elsewhere for what the catalogue does not have. The same question is asked once at a time and not again for a
 * while, a source that does not answer is left alone for a while, and what is found is stored for everybody, provisionally.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Lexicons } from '#catalogue'
import { DISCOVERY_BEERS_PER_DAY_MAX, DISCOVERY_DEADLINE_MS, type DiscoveryOutcome } from '#contracts'
import { fold, foldedWords } from '../beers/fold.ts'
import type { Db } from '../db/database.ts'
import type { CatalogueNames } from '../search/catalogue-names.ts'
import { NameIndex } from '../search/name-index.ts'
import type { Discovered, DiscoverySource } from './discovery-source.ts'
import { discoveryStore } from './discovery-store.ts'

export interface Discovery {
  /** Asks the sources and stores what they know. */
  look(query: string): Promise<Looked>
}

export interface Looked {
  outcome: DiscoveryOutcome
  /** Ids of what answers to the query, best first; not only new ones, as the catalogue may spell it otherwise. */
  beers: number[]
  breweries: number[]
}

export interface DiscoveryPorts {
  db: Db
  names: CatalogueNames
  sources: readonly DiscoverySource[]
  lexicons: () => Lexicons
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** How long all sources together may take. */
  deadlineMs?: number
}

/** What was asked is not asked again so soon, whatever the answer was. */
const REMEMBERED_MS = 10 * 60_000
const REMEMBERED_MAX = 1_000
/** After a failure a source is left alone so long: nobody waits for a network that is not there. */
const PAUSE_MS = 60_000
/** Free sources ask not to be asked more often. */
const ASKED_PER_MINUTE = 10
/** Of one answer. */
const KEPT_MAX = 10
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
  const running = new Map<string, Promise<Looked>>()
  const asked = new Map<string, { looked: Looked; until: number }>()
  const rests = new Map<DiscoverySource, number>()
  let recent: number[] = []
  let store: ReturnType<typeof discoveryStore> | undefined

  const ask = async (source: DiscoverySource, query: string, signal: AbortSignal): Promise<Discovered | undefined> => {
    if ((rests.get(source) ?? 0) > now()) return undefined
    try {
      return await source.find(query, signal)
    } catch (error) {
      rests.set(source, now() + PAUSE_MS)
      // The message may carry what was searched for; which source failed and how is enough.
      log.warn({ source: source.name, reason: reasonOf(error) }, 'a discovery source did not answer')
      return undefined
    }
  }

  const discover = async (query: string): Promise<Looked> => {
    store ??= discoveryStore({ db, names, lexicons: lexicons() })
    const left = DISCOVERY_BEERS_PER_DAY_MAX - (await store.storedOn(new Date(now()), sources))
    if (left <= 0) return none('full')
    recent = recent.filter((at) => at > now() - 60_000)
    if (recent.length >= ASKED_PER_MINUTE) return none('unavailable')
    recent.push(now())
    const signal = AbortSignal.timeout(deadlineMs)
    const answers = await Promise.all(
      sources.map(async (source) => ({ source, found: await ask(source, query, signal) })),
    )
    const all: Looked = none('nothing')
    let created = 0
    for (const { source, found } of answers) {
      if (!found) continue
      const kept = await store.keep(source, answering(query, found), left - created, new Date(now()))
      created += kept.created
      all.beers.push(...kept.beers)
      all.breweries.push(...kept.breweries)
    }
    if (created > 0) log.info({ created }, 'discovery added beers to the catalogue')
    if (all.beers.length + all.breweries.length > 0) return { ...all, outcome: 'found' }
    return answers.some(({ found }) => found === undefined) ? none('unavailable') : all
  }

  return {
    async look(query) {
      if (sources.length === 0) return none('off')
      const key = fold(query)
      const known = asked.get(key)
      if (known && known.until > now()) return known.looked
      const look =
        running.get(key) ??
        discover(query)
          .then((looked) => {
            const isLasting = looked.outcome === 'found' || looked.outcome === 'nothing'
            if (isLasting) remember(asked, key, { looked, until: now() + REMEMBERED_MS })
            return looked
          })
          .finally(() => running.delete(key))
      running.set(key, look)
      return await look
    },
  }
}

const none = (outcome: DiscoveryOutcome): Looked => ({ outcome, beers: [], breweries: [] })

/** What really answers to the query; sources are generous with what they think alike. */
function answering(query: string, { beers, breweries }: Discovered): Discovered {
  const index = new NameIndex()
  const houses = breweries.filter(({ name }) => isName(name))
  const drinks = beers.filter(({ name, brewery }) => isName(name) && (brewery === null || isName(brewery.name)))
  houses.forEach(({ name, city }, id) => {
    index.putBrewery({ id, names: [name], places: city === null ? [] : [city] })
  })
  drinks.forEach(({ name, aliases, brewery }, at) => {
    const names = [name, ...aliases, ...(brewery ? [`${brewery.name} ${name}`] : [])]
    index.putBeer({ id: at, breweryId: null, names, popularity: 0 })
  })
  const found = index.find(foldedWords(query), { beers: KEPT_MAX, breweries: KEPT_MAX })
  return {
    beers: found.beers.flatMap((at) => drinks[at] ?? []),
    breweries: found.breweries.flatMap((at) => houses[at] ?? []),
  }
}

function isName(name: string): boolean {
  return name.length <= NAME_MAX_LENGTH && /\p{L}|\p{N}{2}/u.test(name) && !/\p{Cc}|[<>]/u.test(name)
}

/** The oldest makes room. */
function remember<T>(asked: Map<string, T>, key: string, entry: T): void {
  if (asked.size >= REMEMBERED_MAX) asked.delete(asked.keys().next().value ?? '')
  asked.set(key, entry)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : undefined
  return code ?? error.name
}
