import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startTestApp } from '#testing/app.ts'
import { testDatabase } from '#testing/database.ts'
import { systemClock } from './adapters/clock.ts'
import { databaseMetrics } from './adapters/db/database-metrics.ts'
import { workerMetrics } from './features/scan/worker-roster.ts'

const PROVIDER = { VISION_ENGINE: 'openai', VISION_MODEL: 'gpt-5-mini', VISION_API_KEY: 'secret-key' }
/** Names that Prometheus itself adds. */
const OF_PROMETHEUS = ['up']
const OPERATORS = ['and', 'or', 'unless']

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../deploy/${path}`, import.meta.url)), 'utf8')

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

function expressions(): { of: string; expr: string }[] {
  const { groups } = Rules.parse(parse(read('prometheus/alerts.yaml')))
  const { panels } = Dashboard.parse(JSON.parse(read('grafana/beergoggles.json')))
  return [
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ of: alert, expr }))),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ]
}

/** Metric names of an expression: identifiers that are neither functions nor labels. */
function metricsIn(expr: string): string[] {
  const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|on|without) *\([^)]*\)/gu, ' ')
  return [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?! *\()/gu)]
    .map(([name]) => name)
    .filter((name) => !OPERATORS.includes(name))
}

/** Names without the suffixes of histograms, as in `# TYPE`. */
const familyOf = (name: string) => name.replace(/_(count|sum|bucket)$/u, '')

/** What belongs to Node.js is shown by other dashboards. */
const OF_NODE = /^(nodejs|process)_/u

async function exportedMetrics(): Promise<Set<string>> {
  const disk = { free: async () => 1, hasRoom: async () => true, assertRoom: async () => {} }
  const { app, close } = await startTestApp({ env: PROVIDER, disk })
  const { body } = await app.inject('/metrics')
  await close()
  const ofOneDatabase = new Registry()
  databaseMetrics(ofOneDatabase, { totalCount: 0, idleCount: 0, waitingCount: 0, onWaited: () => {} }, 'snapshots')
  workerMetrics(ofOneDatabase, (await testDatabase()).db, systemClock)
  const described = `${body}\n${await ofOneDatabase.metrics()}`
  return new Set([...described.matchAll(/^# TYPE (\S+)/gmu)].map(([, name = '']) => name))
}

it('use only metrics that the server exports, and show each of its own', async () => {
  const exported = await exportedMetrics()
  const isExported = (name: string) => exported.has(familyOf(name)) || exported.has(name)
  const used = expressions().flatMap(({ of, expr }) => metricsIn(expr).map((name) => ({ of, name })))
  const unknown = used.filter(({ name }) => !OF_PROMETHEUS.includes(name) && !isExported(name))
  expect(unknown).toEqual([])
  const shown = new Set(used.flatMap(({ name }) => [name, familyOf(name)]))
  expect([...exported].filter((name) => !OF_NODE.test(name) && !shown.has(name))).toEqual([])
})
