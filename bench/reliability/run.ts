/**
 * What is lost when things end at the wrong moment: `npm run bench -- reliability [crashes|power|disk|migrations|restart] [--scans 200]
 * [--cuts 300] [--migrations 30] [--requests 10000] [--seed 1]`. Fails if anything is lost, done twice or left behind.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startThrowAwayPostgres } from '../../scripts/postgres.mjs'
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

function report(text: string, ok: boolean) {
  isFine &&= ok
  console.log(`${ok ? '' : 'FAILED '}${text}`)
}

console.log(`${cpus().length} cores, load average at the start ${(loadavg()[0] ?? 0).toFixed(1)}, seed ${seed}`)
if (wanted.has('power')) {
  const { again, operations, commits, problems } = await cutPower(cuts, seed)
  for (const problem of problems) console.log(problem)
  const text = `${cuts} cuts, ${again} of them twice, in ${operations} operations of ${commits} commits`
  report(`power: ${text}, ${problems.length} problems`, problems.length === 0)
}
if (wanted.has('disk')) {
  for (const kind of ['embedded', 'PostgreSQL'] as const) {
    const result = await fillDisk(kind)
    if (result) report(`full disk, ${kind}: ${result.text}`, result.ok)
    else console.log('full disk: skipped, because only root may mount a small file system')
  }
}
if ((['crashes', 'migrations', 'restart'] as const).some((part) => wanted.has(part))) {
  const postgres = await startThrowAwayPostgres()
  try {
    if (wanted.has('crashes')) {
      for (const databaseUrl of [undefined, postgres.url]) {
        const { text, ok } = await crash({ scans, seed, databaseUrl })
        report(`crashes, ${databaseUrl === undefined ? 'embedded' : 'PostgreSQL'}: ${text}`, ok)
      }
    }
    if (wanted.has('migrations')) {
      for (const databaseUrl of [undefined, postgres.url]) {
        const problems = await cutMigrations(migrations, seed, databaseUrl)
        for (const problem of problems) console.log(problem)
        const database = databaseUrl === undefined ? 'embedded' : 'PostgreSQL'
        report(`migrations, ${database}: ${migrations} cut off, ${problems.length} problems`, problems.length === 0)
      }
    }
    if (wanted.has('restart')) {
      const { answered, failed, seconds } = await restartNodes(postgres.url, requests)
      const text = `three nodes restarted in turn: ${answered} answers in ${seconds.toFixed(0)} s, ${failed.length} failed`
      report(`${text} ${[...new Set(failed)].join(', ')}`.trimEnd(), failed.length === 0)
    }
  } finally {
    postgres.stop()
  }
}
process.exit(isFine ? 0 : 1)
