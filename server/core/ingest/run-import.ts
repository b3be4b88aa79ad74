/**
 * Imports the rows of a source into the catalogue. Each batch is one transaction that also records the origin of each row, so
 * an import supports dry runs, can be repeated, resumes after a crash, and can be undone. Invalid rows are reported and skipped.
 */
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Lexicons } from '#catalogue'
import type { ImportItem, SourceLocation } from '#catalogue/import'
import { CommandRefused } from '../../adapters/commands/command-refused.ts'
import type { Conn, Db, Tx } from '../../adapters/db/database.ts'
import { catalogueOrigins, imports } from '../../adapters/db/schema.ts'
import { currentCatalogueVersion, nextCatalogueVersion } from '../beers/catalogue-version.ts'
import { type BeerEntry, type BreweryEntry, KnownCatalogue } from './known-catalogue.ts'
import { loadKnownStyles } from './known-styles.ts'
import {
  COUNT_NAMES,
  type Counts,
  type KnownOrigin,
  type KnownStyles,
  noCounts,
  type Resolution,
  type RowItem,
  resolveRows,
} from './resolve-rows.ts'
import { type ImportRow, writeResolution } from './write-rows.ts'

export interface ImportOptions {
  /** Namespace of the row ids. */
  source: string
  fileName: string
  licence: string | null
  /** The output of a parser. */
  items: AsyncIterable<ImportItem>
  /** Resolve and count rows, write nothing. */
  dryRun: boolean
}

export interface ImportProblem extends SourceLocation {
  message: string
}

export interface ImportReport {
  /** Null for a dry run, or if nothing was written. */
  importId: number | null
  dryRun: boolean
  counts: Counts
  skipped: Record<string, number>
  problems: number
  seconds: number
}

export interface ImportListener {
  /** After each batch. */
  onProgress?(rows: number): void
  onProblem?(problem: ImportProblem): void
  signal?: AbortSignal
}

export class ImportUndone extends CommandRefused {
  constructor() {
    super('The import was undone while it was running.')
    this.name = 'ImportUndone'
  }
}

const BATCH_ROWS = 100
const NAME_MAX_LENGTH = 200

export async function runImport(
  db: Db,
  lexicons: Lexicons,
  options: ImportOptions,
  { onProgress, onProblem, signal }: ImportListener = {},
): Promise<ImportReport> {
  const startedAt = performance.now()
  const run = await ImportRun.open(db, lexicons, options)
  const skipped: Record<string, number> = {}
  let problems = 0
  let rows = 0
  let batch: RowItem[] = []
  const reportProblem = (at: SourceLocation, what: string) => {
    problems++
    onProblem?.({ ...at, message: what })
  }
  const flush = async () => {
    await run.batch(batch)
    rows += batch.length
    batch = []
    onProgress?.(rows)
  }

  for await (const item of options.items) {
    signal?.throwIfAborted()
    if (item.kind === 'skipped') {
      skipped[item.reason] = (skipped[item.reason] ?? 0) + item.count
      onProgress?.(rows)
    } else if (item.kind === 'problem') reportProblem(item.at, item.message)
    else if (nameOf(item).length > NAME_MAX_LENGTH)
      reportProblem(item.at, `name longer than ${NAME_MAX_LENGTH} characters`)
    else if (batch.push(item) === BATCH_ROWS) await flush()
  }
  if (batch.length > 0) await flush()
  const importId = await run.finish()
  const seconds = (performance.now() - startedAt) / 1_000
  return { importId, dryRun: options.dryRun, counts: run.counts, skipped, problems, seconds }
}

class ImportRun {
  readonly counts = noCounts()
  /** What a dry run has resolved so far; undefined otherwise. */
  readonly #dryRun: { beers: Map<string, BeerEntry>; breweries: Map<string, BreweryEntry> } | undefined
  readonly #db: Db
  readonly #options: ImportOptions
  readonly #known: KnownCatalogue
  readonly #styles: KnownStyles
  #row: ImportRow | undefined

  private constructor(db: Db, options: ImportOptions, known: KnownCatalogue, styles: KnownStyles) {
    this.#db = db
    this.#options = options
    this.#known = known
    this.#styles = styles
    this.#dryRun = options.dryRun ? { beers: new Map(), breweries: new Map() } : undefined
  }

  static async open(db: Db, lexicons: Lexicons, options: ImportOptions): Promise<ImportRun> {
    const known = new KnownCatalogue(lexicons)
    await known.catchUp(db, await currentCatalogueVersion(db))
    return new ImportRun(db, options, known, await loadKnownStyles(db, lexicons))
  }

  async batch(items: readonly RowItem[]): Promise<void> {
    if (this.#dryRun) {
      this.#count(await this.#resolve(this.#db, items))
      return
    }
    this.#row ??= await this.#begin()
    const row = this.#row
    const resolution = await this.#db.transaction(async (tx) => {
      const version = await nextCatalogueVersion(tx)
      await this.#known.catchUp(tx, version)
      const resolved = await this.#resolve(tx, items)
      await writeResolution(tx, resolved, row, version)
      await this.#saveCounts(tx, row.id, resolved.counts)
      return resolved
    })
    this.#known.index({
      beers: resolution.beers.map(({ entry }) => entry),
      breweries: resolution.breweries.map(({ entry }) => entry),
    })
    this.#count(resolution)
  }

  /** Returns the id of the import, or null if it wrote nothing and was deleted. */
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

  /** Resumes an interrupted import of the same file: its rows are known, and one undo covers both runs. */
  async #begin(): Promise<ImportRow> {
    const { source, fileName, licence } = this.#options
    const isInterrupted = and(
      eq(imports.source, source),
      eq(imports.fileName, fileName),
      isNull(imports.userId),
      isNull(imports.finishedAt),
      isNull(imports.undoneAt),
    )
    const [interrupted] = await this.#db
      .select({ id: imports.id })
      .from(imports)
      .where(isInterrupted)
      .orderBy(desc(imports.id))
    const [row] = interrupted
      ? [interrupted]
      : await this.#db.insert(imports).values({ source, fileName, licence }).returning({ id: imports.id })
    if (!row) throw new Error('inserting the import returned no row')
    return { id: row.id, source, licence, provisional: false }
  }

  async #saveCounts(tx: Tx, importId: number, counts: Counts): Promise<void> {
    const sums = Object.entries(counts).map(
      ([name, n]) => sql`${name}::text, coalesce((counts->>${name})::int, 0) + ${n}::int`,
    )
    const saved = await tx
      .update(imports)
      .set({ counts: sql`jsonb_build_object(${sql.join(sums, sql`, `)})` })
      .where(and(eq(imports.id, importId), isNull(imports.undoneAt)))
    if (saved.rowCount === 0) throw new ImportUndone()
  }

  async #resolve(conn: Conn, items: readonly RowItem[]): Promise<Resolution> {
    const beerIds = items.flatMap((item) => (item.kind === 'beer' ? item.beer.sourceId : []))
    const breweryIds = items.flatMap((item) => breweryIdOf(item) ?? [])
    const styleIds = items.flatMap((item) => (item.kind === 'style' ? item.style.sourceId : []))
    return resolveRows(items, {
      known: this.#known,
      origins: {
        beer: await this.#origins(conn, 'beer', beerIds),
        brewery: await this.#origins(conn, 'brewery', breweryIds),
      },
      resolvedBefore: this.#dryRun,
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
  ): Promise<Map<string, KnownOrigin>> {
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
          eq(catalogueOrigins.source, this.#options.source),
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

  #count({ counts }: Resolution): void {
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
