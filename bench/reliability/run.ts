/**
 * What is lost when things end at the wrong moment: `npm run bench -- reliability [crashes|power|disk|migrations|restart] [--scans 200]
 * [--cuts 300] [--migrations 30] [--requests 10000] [--seed 1] [--record]`. Fails if anything is lost, done twice or left behind.
 */
import { parseArgs } from 'node:util'
import { startThrowAwayPostgres } from '../../scripts/postgres.mjs'
import { figures, RECORD } from '../figures.ts'
import { countIn, wantedParts } from '../parts.ts'
import { crash } from './crashes.ts'
import { cutMigrations } from './cut-migrations.ts'
import { fillDisk } from './full-disk.ts'
import { cutPower } from './power-cuts.ts'
import { restartNodes } from './rolling-restart.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scans: { type: 'string', default: '200' },
    cuts: { type: 'string', default: '300' },
    migrations: { type: 'string', default: '30' },
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    ...RECORD,
  },
})
const wanted = wantedParts(['power', 'disk', 'crashes', 'migrations', 'restart'], positionals)
const { scans, cuts, migrations, requests } = {
  scans: countIn(values.scans),
  cuts: countIn(values.cuts),
  migrations: countIn(values.migrations),
  requests: countIn(values.requests),
}
const seed = Number(values.seed)
let isFine = true

/** Prints the problems of a part, which fails the benchmark, and returns how many they are. */
function counted(found: readonly string[]): string {
  for (const problem of found) console.log(`FAILED ${problem}`)
  if (found.length > 0) isFine = false
  return String(found.length)
}

const crashColumns = ['database', 'killed', 'accepted', 'ended', 'lost', 'twice', 'left behind'] as const
const crashTable = figures('crashes', crashColumns, values)
const powerTable = figures('power', ['seed', 'power cuts', 'disk operations', 'commits', 'problems'], values)
const diskColumns = ['database', 'changes', 'refused', '`/healthz`, `/readyz`', 'a start on it', 'lost'] as const
const diskTable = figures('disk', diskColumns, values)
const migrationTable = figures('migrations', ['database', 'cut off', 'problems'], values)
const restartTable = figures('restart', ['nodes', 'requests answered', 'failed', 'seconds'], values)

if (wanted.has('power')) {
  const { again, operations, commits, problems } = await cutPower(cuts, seed)
  const twice = `${cuts}, ${again} of them again during recovery`
  powerTable.add(String(seed), twice, String(operations), String(commits), counted(problems))
}
if (wanted.has('disk')) {
  for (const kind of ['embedded', 'PostgreSQL'] as const) {
    const result = await fillDisk(kind)
    if (result) {
      const { accepted, refused, health, start, lost, ok } = result
      isFine &&= ok
      diskTable.add(kind, String(accepted), String(refused), health, start, String(lost))
    } else console.log('full disk: skipped, because only root may mount a small file system')
  }
}
if ((['crashes', 'migrations', 'restart'] as const).some((part) => wanted.has(part))) {
  const postgres = await startThrowAwayPostgres()
  const databases = [
    ['embedded', undefined],
    ['PostgreSQL', postgres.url],
  ] as const
  try {
    if (wanted.has('crashes')) {
      for (const [name, databaseUrl] of databases) {
        const done = await crash({ scans, seed, databaseUrl })
        isFine &&= done.ok
        crashTable.add(
          name,
          done.killed.join(', '),
          `${done.scans} scans, ${done.changes} changes`,
          `${done.ended}, ${done.failed} of them failed; ${done.deleted} deleted`,
          String(done.lost),
          String(done.twice),
          String(done.left),
        )
      }
    }
    if (wanted.has('migrations')) {
      for (const [name, databaseUrl] of databases) {
        const problems = await cutMigrations(migrations, seed, databaseUrl)
        migrationTable.add(name, `${migrations} times, at any statement`, counted(problems))
      }
    }
    if (wanted.has('restart')) {
      const { answered, failed, seconds } = await restartNodes(postgres.url, requests)
      restartTable.add('three, in turn', String(answered), counted(failed), seconds.toFixed(0))
    }
  } finally {
    postgres.stop()
  }
}
process.exit(isFine ? 0 : 1)
