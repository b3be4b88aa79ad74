/** Lists the operator's imports for the command line. */
import { isNull } from 'drizzle-orm'
import type { Conn } from '../../adapters/db/database.ts'
import { imports } from '../../adapters/db/schema.ts'

export interface ListedImport {
  id: number
  source: string
  fileName: string
  startedAt: string
  state: 'interrupted' | 'done' | 'undone'
  counts: Record<string, number>
}

export async function listImports(conn: Conn): Promise<ListedImport[]> {
  const rows = await conn.select().from(imports).where(isNull(imports.userId)).orderBy(imports.id)
  return rows.map(({ id, source, fileName, startedAt, finishedAt, undoneAt, counts }) => ({
    id,
    source,
    fileName,
    startedAt: startedAt.toISOString(),
    state: undoneAt ? 'undone' : finishedAt ? 'done' : 'interrupted',
    counts,
  }))
}
