/**
 * Brings the rows of a source into the catalogue, batch by batch. A batch is one transaction and remembers where each row came
 * from, so that an import can be tried first, repeated, taken up after a crash, and taken back. A bad row is told and left out.
 */
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ImportItem, Lexicons, Place } from '#catalogue'
import { currentCatalogueVersion, nextCatalogueVersion } from '../beers/catalogue-version.ts'
import type { Conn, Db, Tx } from '../db/database.ts'
import { catalogueOrigins, imports } from '../db/schema.ts'
import { type BeerEntry, type BreweryEntry, KnownCatalogue } from './known-catalogue.ts'
import { loadKnownStyles } from './known-styles.ts'
import {
  COUNT_NAMES,
  type Counts,
  type EarlierOrigin,
  type KnownStyles,
  noCounts,
  type Placement,
  placeRows,
  type RowItem,
} from './place-rows.ts'
import { type ImportRow, writePlacement } from './write-placement.ts'

export interface ImportOrder {
  /** Under which the ids of the rows are unique. */
  source: string
  fileName: string
  licence: string | null
  /** What a reader of the catalogue yields. */
  items: AsyncIterable<ImportItem>
  /** Decide and count, write nothing. */
  dryRun: boolean
}

export interface ImportProblem extends Place {
  what: string
}

export interface ImportReport {
  /** Null for a dry run, and when there was nothing to write. */
  importId: number | null
  dryRun: boolean
  counts: Counts
  skipped: Record<string, number>
  problems: number
  seconds: number
}

export interface ImportWatch {
  /** After each batch. */
  onProgress?(rows: number): void
  onProblem?(problem: ImportProblem): void
  signal?: AbortSignal
}

export class ImportTakenBack extends Error {
  constructor() {
    super('The import was taken back while it was running.')
    this.name = 'ImportTakenBack'
  }
}

const BATCH_ROWS = 100
const NAME_MAX_LENGTH = 200

export async function runImport(
  db: Db,
  lexicons: Lexicons,
  order: ImportOrder,
  { onProgress, onProblem, signal }: ImportWatch = {},
): Promise<ImportReport> {
  const startedAt = performance.now()
  const run = await ImportRun.open(db, lexicons, order)
  const skipped: Record<string, number> = {}
  let problems = 0
  let rows = 0
  let batch: RowItem[] = []
  const tellProblem = (at: Place, what: string) => {
    problems++
    onProblem?.({ ...at, what })
  }
  const flush = async () => {
    await run.batch(batch)
    rows += batch.length
    batch = []
    onProgress?.(rows)
  }

  for await (const item of order.items) {
    signal?.throwIfAborted()
    if (item.kind === 'skipped') {
      skipped[item.why] = (skipped[item.why] ?? 0) + item.count
      onProgress?.(rows)
    } else if (item.kind === 'problem') tellProblem(item.at, item.what)
    else if (nameOf(item).length > NAME_MAX_LENGTH) tellProblem(item.at, 'a name of more than 200 letters')
    else if (batch.push(item) === BATCH_ROWS) await flush()
  }
  if (batch.length > 0) await flush()
  const importId = await run.finish()
  const seconds = (performance.now() - startedAt) / 1_000
  return { importId, dryRun: order.dryRun, counts: run.counts, skipped, problems, seconds }
}

class ImportRun {
  readonly counts = noCounts()
  /** Reads and decides without writing; null outside a dry run. */
  readonly #trial: { beers: Map<string, BeerEntry>; breweries: Map<string, BreweryEntry> } | undefined
  readonly #db: Db
  readonly #order: ImportOrder
  readonly #known: KnownCatalogue
  readonly #styles: KnownStyles
  #row: ImportRow | undefined

  private constructor(db: Db, order: ImportOrder, known: KnownCatalogue, styles: KnownStyles) {
    this.#db = db
    this.#order = order
    this.#known = known
    this.#styles = styles
    this.#trial = order.dryRun ? { beers: new Map(), breweries: new Map() } : undefined
  }

  static async open(db: Db, lexicons: Lexicons, order: ImportOrder): Promise<ImportRun> {
    const known = new KnownCatalogue(lexicons)
    await known.catchUp(db, await currentCatalogueVersion(db))
    return new ImportRun(db, order, known, await loadKnownStyles(db, lexicons))
  }

  async batch(items: readonly RowItem[]): Promise<void> {
    if (this.#trial) {
      this.#count(await this.#place(this.#db, items))
      return
    }
    this.#row ??= await this.#begin()
    const row = this.#row
    const placement = await this.#db.transaction(async (tx) => {
      const version = await nextCatalogueVersion(tx)
      await this.#known.catchUp(tx, version)
      const placed = await this.#place(tx, items)
      await writePlacement(tx, placed, row, version)
      await this.#note(tx, row.id, placed.counts)
      return placed
    })
    this.#known.remember({
      beers: placement.beers.map(({ entry }) => entry),
      breweries: placement.breweries.map(({ entry }) => entry),
    })
    this.#count(placement)
  }

  /** The id of the import; null when it wrote nothing and leaves no trace. */
  async finish(): Promise<number | null> {
    const row = this.#row
    if (!row) return null
    return await this.#db.transaction(async (tx) => {
      const [origin] = await tx
        .select({ id: catalogueOrigins.importId })
        .from(catalogueOrigins)
        .where(eq(catalogueOrigins.importId, row.id))
        .limit(1)
      if (!origin) {
        await tx.delete(imports).where(eq(imports.id, row.id))
        return null
      }
      await tx.update(imports).set({ finishedAt: new Date() }).where(eq(imports.id, row.id))
      return row.id
    })
  }

  /** Takes up what a crash cut off: the rows it placed are known, and one undo takes back all. */
  async #begin(): Promise<ImportRow> {
    const { source, fileName, licence } = this.#order
    const cutOff = and(
      eq(imports.source, source),
      eq(imports.fileName, fileName),
      isNull(imports.userId),
      isNull(imports.finishedAt),
      isNull(imports.undoneAt),
    )
    const [before] = await this.#db.select({ id: imports.id }).from(imports).where(cutOff).orderBy(desc(imports.id))
    const [begun] = before
      ? [before]
      : await this.#db.insert(imports).values({ source, fileName, licence }).returning({ id: imports.id })
    if (!begun) throw new Error('the begun import was not returned')
    return { id: begun.id, source, licence, provisional: false }
  }

  async #note(tx: Tx, importId: number, counts: Counts): Promise<void> {
    const sums = Object.entries(counts).map(
      ([name, n]) => sql`${name}::text, coalesce((counts->>${name})::int, 0) + ${n}::int`,
    )
    const noted = await tx
      .update(imports)
      .set({ counts: sql`jsonb_build_object(${sql.join(sums, sql`, `)})` })
      .where(and(eq(imports.id, importId), isNull(imports.undoneAt)))
    if (noted.rowCount === 0) throw new ImportTakenBack()
  }

  async #place(conn: Conn, items: readonly RowItem[]): Promise<Placement> {
    const beerIds = items.flatMap((item) => (item.kind === 'beer' ? item.beer.sourceId : []))
    const breweryIds = items.flatMap((item) => breweryIdOf(item) ?? [])
    const styleIds = items.flatMap((item) => (item.kind === 'style' ? item.style.sourceId : []))
    return placeRows(items, {
      known: this.#known,
      origins: {
        beer: await this.#origins(conn, 'beer', beerIds),
        brewery: await this.#origins(conn, 'brewery', breweryIds),
      },
      placedBefore: this.#trial,
      styles: this.#styles,
      knownStyles: new Set(
        [...(await this.#origins(conn, 'style', styleIds))].flatMap(([id, { isUndone }]) => (isUndone ? [] : id)),
      ),
    })
  }

  async #origins(
    conn: Conn,
    entity: 'beer' | 'brewery' | 'style',
    sourceIds: readonly string[],
  ): Promise<Map<string, EarlierOrigin>> {
    if (sourceIds.length === 0) return new Map()
    const rows = await conn
      .select({
        sourceId: catalogueOrigins.sourceId,
        beerId: catalogueOrigins.beerId,
        breweryId: catalogueOrigins.breweryId,
        created: catalogueOrigins.created,
        undoneAt: imports.undoneAt,
      })
      .from(catalogueOrigins)
      .leftJoin(imports, eq(imports.id, catalogueOrigins.importId))
      .where(
        and(
          eq(catalogueOrigins.source, this.#order.source),
          eq(catalogueOrigins.entity, entity),
          inArray(catalogueOrigins.sourceId, [...new Set(sourceIds)]),
        ),
      )
    return new Map(
      rows.map(({ sourceId, beerId, breweryId, created, undoneAt }) => [
        sourceId,
        { rowId: beerId ?? breweryId ?? 0, isUndone: undoneAt !== null, created },
      ]),
    )
  }

  #count({ counts }: Placement): void {
    for (const name of COUNT_NAMES) this.counts[name] += counts[name]
  }
}

function nameOf(item: RowItem): string {
  if (item.kind === 'beer') return item.beer.name
  return item.kind === 'brewery' ? item.brewery.name : item.style.name
}

function breweryIdOf(item: RowItem): string | null {
  if (item.kind === 'beer') return item.beer.brewery?.sourceId ?? null
  return item.kind === 'brewery' ? item.brewery.sourceId : null
}
