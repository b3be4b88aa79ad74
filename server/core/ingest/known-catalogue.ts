/**
 * An in-memory index of the catalogue for imports: finds the known beer or brewery that a source row describes. Rows of the
 * running import are added at once; rows written by others are loaded before the next batch.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, gt, isNull } from 'drizzle-orm'
import type { Lexicons } from '#catalogue'
import {
  type BreweryRegister,
  type DuplicateIndex,
  isInOtherPlace,
  openBreweryRegister,
  openDuplicateIndex,
} from '#catalogue/identity'
import type { ImportedBeer, ImportedBrewery } from '#catalogue/import'
import type { Conn } from '../../adapters/db/database.ts'
import { beers, breweries } from '../../adapters/db/schema.ts'

/** A brewery that is stored, or will be when the batch is written. */
export interface BreweryEntry {
  /** 0 until written. */
  id: number
  name: string
  aliases: string[]
  city: string | null
  state: string | null
  country: string | null
  founded: number | null
  website: string | null
  description: string | null
}

export interface BeerEntry {
  /** 0 until written. */
  id: number
  brewery: BreweryEntry | null
  name: string
  aliases: string[]
  style: string | null
  abv: number | null
  ibu: number | null
  /** The text itself is not needed and not loaded. */
  hasDescription: boolean
}

/** Reading and indexing a whole catalogue takes seconds; requests are handled after each group of this many rows. */
const ROWS_PER_TURN = 100
/** Of the first reading: all rows in one statement would stop everything else for half a second on a busy machine. */
const ROWS_PER_PAGE = 500
/** What has changed later is little, and is found by version rather than in the order of ids. */
const ALL_ROWS = 2 ** 31 - 1

export class KnownCatalogue {
  readonly #breweries = new Map<number, BreweryEntry>()
  readonly #beers = new Map<number, BeerEntry>()
  readonly #register: BreweryRegister<BreweryEntry>
  readonly #index: DuplicateIndex<BeerEntry>
  #version = 0

  constructor(lexicons: Lexicons) {
    this.#register = openBreweryRegister()
    this.#index = openDuplicateIndex(lexicons)
  }

  /** Loads what was written since the last call; `version` is the current version of the catalogue. */
  async catchUp(conn: Conn, version: number): Promise<void> {
    const since = this.#version
    const page = since === 0 ? ROWS_PER_PAGE : ALL_ROWS
    const changedBreweries = inPages(page, (after) => {
      const changed = and(gt(breweries.changedVersion, since), gt(breweries.id, after))
      return conn.select().from(breweries).where(changed).orderBy(breweries.id).limit(page)
    })
    const renamed = new Set<BreweryEntry>()
    for await (const row of changedBreweries) {
      const before = this.#breweries.get(row.id)
      if (before) this.#register.remove(before)
      this.#breweries.delete(row.id)
      if (row.removed) continue
      // Beer entries refer to their brewery entry, so a changed brewery keeps its object.
      const { id, name, aliases, city, state, country, founded, website, description } = row
      if (before && comparedOf(before) !== comparedOf(row)) renamed.add(before)
      const entry = Object.assign(before ?? {}, {
        id,
        name,
        aliases,
        city,
        state,
        country,
        founded,
        website,
        description,
      })
      this.#breweries.set(id, entry)
      this.#register.add(entry)
    }
    // The index compares beers by the brewery they were added with.
    if (renamed.size > 0)
      for (const entry of this.#beers.values())
        if (entry.brewery && renamed.has(entry.brewery)) this.#index.add(entry, entry)
    const { id, breweryId, name, aliases, style, abv, ibu, description, removed } = beers
    const columns = { id, breweryId, name, aliases, style, abv, ibu, description, removed }
    const changedBeers = inPages(page, (after) => {
      const changed = and(gt(beers.changedVersion, since), isNull(beers.ownerId), gt(id, after))
      return conn.select(columns).from(beers).where(changed).orderBy(id).limit(page)
    })
    for await (const { breweryId: breweryRef, description: text, removed: isRemoved, ...row } of changedBeers) {
      const before = this.#beers.get(row.id)
      if (before) this.#index.remove(before)
      this.#beers.delete(row.id)
      if (isRemoved) continue
      const brewery = breweryRef === null ? null : (this.#breweries.get(breweryRef) ?? null)
      this.#add({ ...row, brewery, hasDescription: text !== null })
    }
    this.#version = version
  }

  findBrewery(sought: ImportedBrewery): BreweryEntry | undefined {
    return this.#register.find(sought)
  }

  findBeer(sought: ImportedBeer, brewery: BreweryEntry | undefined): BeerEntry | undefined {
    const described = brewery ?? (sought.brewery && { ...sought.brewery, aliases: sought.brewery.otherNames })
    const match = this.#index.find({ ...sought, brewery: described, style: sought.style ?? sought.styleHints[0] })?.key
    const rowBrewery = brewery ?? sought.brewery
    // Breweries of similar names in different places are different breweries.
    const isElsewhere =
      match?.brewery && rowBrewery && match.brewery !== rowBrewery ? isInOtherPlace(match.brewery, rowBrewery) : false
    return isElsewhere ? undefined : match
  }

  brewery(id: number): BreweryEntry | undefined {
    return this.#breweries.get(id)
  }

  beer(id: number): BeerEntry | undefined {
    return this.#beers.get(id)
  }

  addBrewery(entry: BreweryEntry): void {
    this.#register.add(entry)
  }

  addBeer(entry: BeerEntry): void {
    this.#index.add(entry, entry)
  }

  /** Makes new entries available by id; call it once they are written. */
  index(written: { breweries: readonly BreweryEntry[]; beers: readonly BeerEntry[] }): void {
    for (const entry of written.breweries) this.#breweries.set(entry.id, entry)
    for (const entry of written.beers) this.#beers.set(entry.id, entry)
  }

  #add(entry: BeerEntry): void {
    this.#beers.set(entry.id, entry)
    this.#index.add(entry, entry)
  }
}

/** What beers of a brewery are compared by. */
function comparedOf({ name, aliases, country }: Pick<BreweryEntry, 'name' | 'aliases' | 'country'>): string {
  return JSON.stringify([name, aliases, country])
}

/** `read`: the rows of a page, in the order of their ids, all of them after the given one. */
async function* inPages<Row extends { id: number }>(
  size: number,
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows = await read(0)
  while (rows.length > 0) {
    for (const [index, row] of rows.entries()) {
      yield row
      if ((index + 1) % ROWS_PER_TURN === 0) await nextTurn()
    }
    if (rows.length < size) return
    rows = await read(rows.at(-1)?.id ?? 0)
  }
}
