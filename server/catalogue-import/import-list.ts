/** The imports of the installation, as a list for people. */
import { isNull } from 'drizzle-orm'
import type { Conn } from '../db/database.ts'
import { imports } from '../db/schema.ts'

export interface ListedImport {
  id: number
  source: string
  fileName: string
  startedAt: string
  state: 'cut off' | 'done' | 'taken back'
  counts: Record<string, number>
}

export async function listImports(conn: Conn): Promise<ListedImport[]> {
  const rows = await conn.select().from(imports).where(isNull(imports.userId)).orderBy(imports.id)
  return rows.map(({ id, source, fileName, startedAt, finishedAt, undoneAt, counts }) => ({
    id,
    source,
    fileName,
    startedAt: startedAt.toISOString(),
    state: undoneAt ? 'taken back' : finishedAt ? 'done' : 'cut off',
    counts,
  }))
}
