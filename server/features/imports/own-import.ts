/** Reads a user's imports in their API shape. */
import { and, eq, type SQL } from 'drizzle-orm'
import type { ImportState, OwnImport } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { importFiles, imports } from '../../adapters/db/schema.ts'
import { toCounts } from './import-stats.ts'

/** Selects the user's imports that match `condition`; map the rows with `toImport`. */
export function selectImports(conn: Conn, userId: number, condition?: SQL) {
  const { phase, records, done, share, preview, problems, reasons } = importFiles
  return conn
    .select({
      id: imports.id,
      fileName: imports.fileName,
      source: imports.source,
      startedAt: imports.startedAt,
      undoneAt: imports.undoneAt,
      counts: imports.counts,
      settings: imports.settings,
      phase,
      records,
      done,
      share,
      preview,
      problems,
      reasons,
    })
    .from(imports)
    .innerJoin(importFiles, eq(importFiles.importId, imports.id))
    .where(and(eq(imports.userId, userId), condition))
    .$dynamic()
}

/** Returns undefined if the user has no such import. */
export async function findImport(conn: Conn, userId: number, id: number): Promise<OwnImport | undefined> {
  const [row] = await selectImports(conn, userId, eq(imports.id, id))
  return row && toImport(row)
}

/** Stored phases keep their first names, so that nodes of an older build can work on the same rows during an upgrade. */
const STATE_OF_PHASE: Readonly<Record<Row['phase'], ImportState>> = {
  looking: 'checking',
  looked: 'checked',
  importing: 'importing',
  ended: 'done',
  failed: 'failed',
}

type Row = Awaited<ReturnType<typeof selectImports>>[number]

export function toImport(row: Row): OwnImport {
  const { id, fileName, source, startedAt, undoneAt, counts, phase, records, done, share, preview } = row
  const isPreview = phase === 'looking' || phase === 'looked'
  return {
    id,
    fileName,
    source,
    state: undoneAt ? 'undone' : STATE_OF_PHASE[phase],
    startedAt: startedAt.toISOString(),
    progress: progressOf({ phase, records, done, share }),
    records,
    counts: toCounts(isPreview ? preview : counts),
    reasons: Object.entries(row.reasons)
      .map(([what, count]) => ({ what, count }))
      .sort((a, b) => b.count - a.count),
    problems: row.problems,
    settings: row.settings?.browser ?? null,
  }
}

/** In percent, with one decimal. */
function progressOf({ phase, records, done, share }: Pick<Row, 'phase' | 'records' | 'done' | 'share'>): number {
  if (phase === 'looking') return Math.min(100, Math.round(share * 1_000) / 10)
  if (phase === 'importing') return records === 0 ? 0 : Math.min(100, Math.round((done / records) * 1_000) / 10)
  return phase === 'failed' ? 0 : 100
}
