/**
 * Run by the build: writes the database folder that a new installation starts from, migrated and filled, so that nobody
 * waits for that at the first start. The one argument is the folder to write.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from './adapters/db/database.ts'
import { copyFolder } from './adapters/db/folder-copy.ts'
import { createLog } from './adapters/http/log.ts'
import { loadShippedCatalogue } from './core/beers/shipped-catalogue.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('build-template.js wants the path of the folder to write')
const compiled = fileURLToPath(new URL('../catalogue.json', import.meta.url))

const scratch = mkdtempSync(join(tmpdir(), 'bg-template-'))
try {
  const { db, pool, close } = await openDatabase({ dataDir: scratch, log: createLog('warn') })
  // The first start and each snapshot copy the folder: PostgreSQL's templates are half of its files, old logs half of its bytes.
  for (const template of ['template0', 'template1']) {
    await pool.query(`alter database ${template} with is_template false`)
    await pool.query(`drop database ${template}`)
  }
  await pool.query('set wal_recycle = off')
  await loadShippedCatalogue(db, readFileSync(compiled, 'utf8'))
  await pool.query('vacuum analyze')
  await close()
  rmSync(folder, { recursive: true, force: true })
  await copyFolder(join(scratch, 'database'), folder)
  // Whoever builds the product need not be the user that runs it.
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
