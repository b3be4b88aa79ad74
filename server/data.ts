/** `npm run backup`, `restore` and `move`: takes all data out of a database, and puts it into the same or another one. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { filesIn } from './adapters/byte-files.ts'
import { type BackupSummary, backupCommand, restoreBackup, writeBackup } from './adapters/db/backup.ts'
import { lockDataFolder } from './adapters/db/data-lock.ts'
import { connect, type Database, type Db, openDatabase } from './adapters/db/database.ts'
import { DatabaseUnusable, explainDamage } from './adapters/db/embedded.ts'
import { copyFolder } from './adapters/db/folder-copy.ts'
import { openDrizzle } from './adapters/db/open-drizzle.ts'
import { findDamage } from './adapters/db/page-checksums.ts'
import { intactSnapshotBefore } from './adapters/db/snapshots.ts'
import { createLog } from './adapters/http/log.ts'
import { readSettings, type Settings } from './config.ts'
import { pictureFolder } from './core/pictures/picture-store.ts'
import { importFolder, putUploadsIntoRows } from './features/imports/uploaded-files.ts'
import { forgetUnsent } from './features/notifications/forget-unsent.ts'
import { photoFolder, putPhotosIntoRows } from './features/scan/photo-files.ts'
import { assertDatabase, runOperatorCommand } from './operator-command.ts'
import { runProgram, WrongUse } from './operator-program.ts'
import { assertWritableFile, isFolder } from './output-path.ts'

const USAGE = `npm run backup -- <file>               writes all data to a file, also while the server runs
npm run restore -- <file or snapshot>  puts a backup, or a folder of DATA_DIR/snapshots, in the place of the database
npm run move -- <postgres-url>         copies the embedded database into an empty PostgreSQL

Stop the server before restore and move.`

const VERBS: Record<string, (target: string, settings: Settings) => Promise<string>> = { backup, restore, move }
const log = createLog('warn')
const Written = z.object({ tables: z.number(), rows: z.number(), users: z.number(), bytes: z.number() })

await runProgram({ name: 'backup', usage: USAGE, run: main })

async function main([verb = '', target, ...rest]: string[]): Promise<void> {
  const run = VERBS[verb]
  if (!run) throw new WrongUse(`'${verb}' is none of ${Object.keys(VERBS).join(', ')}.`)
  if (!target || target.startsWith('-') || rest.length > 0) throw new WrongUse(`${verb} takes one argument.`)
  console.log(await run(target, readSettings()))
}

async function backup(file: string, settings: Settings): Promise<string> {
  // Absolute, because the server may have another working directory.
  const path = resolve(file)
  assertWritableFile(path)
  const { dataDir } = settings.config
  const commands = async ({ pool, kind }: Pick<Database, 'pool' | 'kind'>) => ({
    backup: backupCommand(pool, kind === 'embedded' ? filesIn(pictureFolder(dataDir)) : undefined),
  })
  // Does not migrate: a backup made before an upgrade must keep the earlier version's tables.
  const run = { command: 'backup', input: path, commands, migrates: false } as const
  const written = Written.parse(await runOperatorCommand(settings, run))
  if (statSync(path, { throwIfNoEntry: false })?.size !== written.bytes) {
    throw new Error(
      `The server wrote ${path}, but as a service or in a container it has folders of its own. Use a file in ${resolve(dataDir)}.`,
    )
  }
  return `Wrote ${counted(written)} to ${path} (${(written.bytes / 1_048_576).toFixed(1)} MB).`
}

async function restore(from: string, { config, secrets }: Settings): Promise<string> {
  const path = resolve(from)
  if (!existsSync(path)) throw new Error(`${path} does not exist.`)
  const isSnapshot = isFolder(path)
  // The embedded database would create an empty one there.
  if (isSnapshot && !existsSync(join(path, 'PG_VERSION'))) {
    throw new Error(
      `${path} is not a snapshot. Name a backup, or a folder in ${join(resolve(config.dataDir), 'snapshots')}.`,
    )
  }
  if (secrets.databaseUrl !== undefined) {
    if (isSnapshot) throw new Error('A snapshot belongs to the embedded database: unset DATABASE_URL to restore it.')
    return restored(await restoreInto(secrets.databaseUrl, path, forgetUnsentNow))
  }
  const folder = resolve(config.dataDir)
  const lock = await lockDataFolder(folder)
  const fresh = join(folder, 'restoring')
  try {
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { mode: 0o700 })
    const done = isSnapshot ? await openCopy(path, fresh) : restored(await restoreFresh(path, fresh))
    // A snapshot has no pictures: those of the folder stay, and what they show is still theirs.
    const replaced = ['database', ...(isSnapshot ? [] : ['pictures'])].flatMap((name) =>
      putInPlace(name, fresh, folder),
    )
    const aside = replaced.join(' and ')
    return aside === '' ? done : `${done}\nWhat was there before is in ${aside}; remove it once all is well.`
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    lock.release()
  }
}

async function move(url: string, { config, secrets }: Settings): Promise<string> {
  if (secrets.databaseUrl !== undefined) throw new Error('DATABASE_URL is set, so the data is in PostgreSQL already.')
  if (!/^postgres(ql)?:/.test(url)) throw new Error('move takes the URL of a PostgreSQL database: postgres://…')
  assertDatabase(config.dataDir)
  const scratch = mkdtempSync(join(tmpdir(), 'beergoggles-move-'))
  try {
    const { dataDir, diskReserveBytes } = config
    const database = await openDatabase({ dataDir, diskReserveBytes, log })
    const path = join(scratch, 'backup')
    await writeBackup(database.pool, path, filesIn(pictureFolder(dataDir))).finally(database.close)
    const withFiles = async (db: Db) => {
      await putPhotosIntoRows(db, filesIn(photoFolder(dataDir)))
      await putUploadsIntoRows(db, filesIn(importFolder(dataDir)))
    }
    return `Moved ${counted(await restoreInto(url, path, withFiles))}.\nSet DATABASE_URL to this database; ${resolve(dataDir)} is no longer used then.`
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function restoreInto(
  databaseUrl: string,
  path: string,
  finish?: (db: Db) => Promise<void>,
): Promise<BackupSummary> {
  const pool = connect({ connectionString: databaseUrl, max: 2 }, log)
  try {
    const summary = await restoreBackup(pool, 'postgres', path)
    await finish?.(openDrizzle(pool))
    return summary
  } finally {
    await pool.end()
  }
}

async function restoreFresh(path: string, dataDir: string): Promise<BackupSummary> {
  const { db, pool, close } = await openDatabase({ dataDir, takesSnapshots: false, log })
  try {
    const summary = await restoreBackup(pool, 'embedded', path, filesIn(pictureFolder(dataDir)))
    await forgetUnsentNow(db)
    return summary
  } finally {
    await close()
  }
}

/** Copies a snapshot, opens the copy to see that it can be, and checks its pages. */
async function openCopy(snapshot: string, dataDir: string): Promise<string> {
  const unusable = (reason: string, cause?: unknown) => {
    const older = intactSnapshotBefore(snapshot)?.path
    const next = older ? `one before it, or a backup:\n  npm run restore -- ${older}` : 'a backup.'
    return new Error(`The snapshot ${snapshot} ${reason}, and nothing was replaced. Restore ${next}`, { cause })
  }
  const copy = join(dataDir, 'database')
  await copyFolder(snapshot, copy)
  const { db, pool, close } = await openDatabase({ dataDir, takesSnapshots: false, log }).catch((cause: unknown) => {
    throw explainDamage(cause, dataDir) instanceof DatabaseUnusable ? unusable('cannot be opened', cause) : cause
  })
  try {
    const damage = findDamage(copy)
    if (damage !== undefined) throw unusable(`is damaged (${damage})`)
    await forgetUnsentNow(db)
    const { rows } = await pool.query<{ users: number }>('select count(*)::int as users from users')
    return `Restored the snapshot ${snapshot} (users: ${rows[0]?.users}).`
  } finally {
    await close()
  }
}

/** Not for `move`, whose messages wait in one database alone. */
function forgetUnsentNow(db: Db): Promise<void> {
  return forgetUnsent(db, Date.now())
}

/** Returns where what it replaced is. */
function putInPlace(name: string, fresh: string, folder: string): string[] {
  const place = join(folder, name)
  const aside = `${place}.${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`
  const isReplaced = existsSync(place)
  if (isReplaced) renameSync(place, aside)
  renameSync(join(fresh, name), place)
  return isReplaced ? [aside] : []
}

function restored(summary: BackupSummary): string {
  return `Restored ${counted(summary)}, as of ${summary.createdAt.toISOString()}.`
}

function counted({ rows, tables, users }: Pick<BackupSummary, 'rows' | 'tables' | 'users'>): string {
  return `${rows.toLocaleString('en')} rows of ${tables} tables (users: ${users})`
}
