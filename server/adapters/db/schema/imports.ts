/** Imported files, of the operator and of users. */
import { foreignKey, index, integer, jsonb, pgTable, real, serial, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { BrowserSettings } from '#contracts'
import { at, bytea } from './columns.ts'
import { users } from './identity.ts'

type FileKind = 'export-json' | 'export-csv' | 'export-zip' | 'untappd-json' | 'untappd-csv'

/** One imported file, for the whole installation or for one user. */
export const imports = pgTable(
  'imports',
  {
    id: serial('id').primaryKey(),
    /** Null for imports into the catalogue. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    source: text('source').notNull(),
    fileName: text('file_name').notNull(),
    licence: text('licence'),
    startedAt: at('started_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
    undoneAt: at('undone_at'),
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    /** Settings of the file: those for the browser, and whether the import switched the keeping of pictures on. */
    settings: jsonb('settings').$type<{ browser: BrowserSettings; keepsPictures: boolean }>(),
  },
  (t) => [unique('imports_owner').on(t.id, t.userId), index('imports_user').on(t.userId, t.startedAt)],
)

/** Uploaded files of users: parsed for a preview, then imported once the user confirms. */
export const importFiles = pgTable(
  'import_files',
  {
    importId: integer('import_id').primaryKey(),
    userId: integer('user_id').notNull(),
    kind: text('kind').$type<FileKind>().notNull(),
    phase: text('phase').$type<'looking' | 'looked' | 'importing' | 'ended' | 'failed'>().notNull().default('looking'),
    /** The file, gzipped; null once it is no longer needed, and if it lies beside the embedded database. */
    packed: bytea('packed'),
    /** The name of the file beside the embedded database, which is erased once it is no longer needed. */
    fileId: uuid('file_id'),
    /** Number of records in the file, counted for the preview. */
    records: integer('records').notNull().default(0),
    /** Number of records processed in this phase. */
    done: integer('done').notNull().default(0),
    /** Share of the file that was read for the preview, 0-1. */
    share: real('share').notNull().default(0),
    /** The counts that the import would have. */
    preview: jsonb('preview').$type<Record<string, number>>().notNull().default({}),
    /** The first records that cannot be imported; `reasons` counts all of them by reason. */
    problems: jsonb('problems').$type<{ line: number; what: string }[]>().notNull().default([]),
    reasons: jsonb('reasons').$type<Record<string, number>>().notNull().default({}),
    attempt: integer('attempt').notNull().default(0),
    leaseToken: uuid('lease_token'),
    leaseUntil: at('lease_until'),
  },
  (t) => [
    foreignKey({
      name: 'import_files_import',
      columns: [t.importId, t.userId],
      foreignColumns: [imports.id, imports.userId],
    }).onDelete('cascade'),
    index('import_files_phase').on(t.phase, t.importId),
  ],
)
