/**
 * The catalogue in memory while an import runs: what is needed to say whether a beer or brewery of a source is known already.
 * Rows of an import enter it at once, those that others write are caught up with at the next batch.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, gt, isNull } from 'drizzle-orm'
import {
  type BreweryRegister,
  type DuplicateIndex,
  type ImportedBeer,
  type ImportedBrewery,
  isInOtherRegion,
  isInOtherTown,
  type Lexicons,
  openBreweryRegister,
  openDuplicateIndex,
} from '#catalogue'
import type { Conn } from '../db/database.ts'
import { beers, breweries } from '../db/schema.ts'

/** A brewery that is stored, or will be at the end of the batch. */
export interface BreweryEntry {
  /** 0 until it is written. */
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
  /** 0 until it is written. */
  id: number
  brewery: BreweryEntry | null
  name: string
  aliases: string[]
  style: string | null
  abv: number | null
  ibu: number | null
  /** Only whether there is one matters; the text itself stays in the database. */
  hasDescription: boolean
}

/** Entering a whole catalogue takes seconds; requests get their turn between so many beers. */
const ENTERED_PER_TURN = 100

export class KnownCatalogue {
  readonly #breweries = new Map<number, BreweryEntry>()
  readonly #beers = new Map<number, BeerEntry>()
  readonly #register: BreweryRegister<BreweryEntry> = openBreweryRegister()
  readonly #index: DuplicateIndex<BeerEntry>
  #version = 0

  constructor(lexicons: Lexicons) {
    this.#index = openDuplicateIndex(lexicons)
  }

  /** Reads what was written since the last time; `version` is the catalogue's now. */
  async catchUp(conn: Conn, version: number): Promise<void> {
    for (const row of await conn.select().from(breweries).where(gt(breweries.changedVersion, this.#version))) {
      const before = this.#breweries.get(row.id)
      if (before) this.#register.remove(before)
      this.#breweries.delete(row.id)
      if (row.removed) continue
      // Beers hold on to their brewery, so a changed one stays the same object.
      const { id, name, aliases, city, state, country, founded, website, description } = row
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
    const changed = and(gt(beers.changedVersion, this.#version), isNull(beers.ownerId))
    const { id, breweryId, name, aliases, style, abv, ibu, description, removed } = beers
    const columns = { id, breweryId, name, aliases, style, abv, ibu, description, removed }
    let entered = 0
    for (const { breweryId: houseId, description: told, removed: gone, ...row } of await conn
      .select(columns)
      .from(beers)
      .where(changed)) {
      const before = this.#beers.get(row.id)
      if (before) this.#index.remove(before)
      this.#beers.delete(row.id)
      if (gone) continue
      const brewery = houseId === null ? null : (this.#breweries.get(houseId) ?? null)
      this.#enter({ ...row, brewery, hasDescription: told !== null })
      if (++entered % ENTERED_PER_TURN === 0) await nextTurn()
    }
    this.#version = version
  }

  breweryMeant(sought: ImportedBrewery): BreweryEntry | undefined {
    return this.#register.find(sought)
  }

  beerMeant(sought: ImportedBeer, brewery: BreweryEntry | undefined): BeerEntry | undefined {
    const house = brewery ?? (sought.brewery && { ...sought.brewery, aliases: sought.brewery.otherNames })
    const found = this.#index.find({ ...sought, brewery: house, style: sought.style ?? sought.styleHints[0] })?.key
    const stated = brewery ?? sought.brewery
    // Breweries of like names in two places are two, and have no beer in common.
    const isApart =
      found?.brewery && stated && found.brewery !== stated
        ? isInOtherRegion(found.brewery, stated) || isInOtherTown(found.brewery, stated)
        : false
    return isApart ? undefined : found
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

  /** Once the entries have ids. */
  remember(written: { breweries: readonly BreweryEntry[]; beers: readonly BeerEntry[] }): void {
    for (const entry of written.breweries) this.#breweries.set(entry.id, entry)
    for (const entry of written.beers) this.#beers.set(entry.id, entry)
  }

  #enter(entry: BeerEntry): void {
    this.#beers.set(entry.id, entry)
    this.#index.add(entry, entry)
  }
}
