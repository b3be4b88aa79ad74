/** The command itself, beside a built server that runs and beside none. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { BuiltProcess } from '#testing/built-process.ts'
import { freePort } from '#testing/free-port.ts'
import { IS_THOROUGH } from '#testing/thorough.ts'

const DOCTOR = fileURLToPath(new URL('../../scripts/doctor.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'bg-doctor-'))
const dataDir = join(folder, 'data')
let server: BuiltProcess | undefined
afterAll(async () => {
  await server?.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

async function doctor(env: Record<string, string>): Promise<{ code: number; findings: Record<string, string> }> {
  const options = { cwd: folder, env: { PATH: process.env.PATH, TMPDIR: folder, ...env } }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [DOCTOR], options, (_error, stdout) => {
      const lines = stdout.split('\n').map((line) => /^(?:ok|wrong) +(.+?)(?:: |$)/.exec(line))
      const findings = Object.fromEntries(lines.flatMap((found) => (found ? [[found[1] ?? '', found.input]] : [])))
      resolve({ code: child.exitCode ?? -1, findings })
    })
  })
}

const problemsIn = (findings: Record<string, string>) =>
  Object.keys(findings).filter((name) => findings[name]?.startsWith('wrong'))

it('finds a fresh installation in order, and leaves no trace', async () => {
  const [PORT, METRICS_PORT] = [String(await freePort()), String(await freePort())]
  const { code, findings } = await doctor({ PORT, METRICS_PORT, DATA_DIR: dataDir })
  expect(problemsIn(findings)).toEqual([])
  expect(code).toBe(0)
  expect(findings.database).toContain('the first start creates it')
  expect([findings.port, findings['metrics port']]).toEqual(Array(2).fill(expect.stringContaining('is free')))
  expect(findings['sign-in']).toContain('not tried, because the server does not run')
  expect(findings.retention).toContain('idle sessions for 30 days (SESSION_IDLE_DAYS)')
  expect(existsSync(dataDir)).toBe(false)
})

// Takes half a minute.
if (IS_THOROUGH) {
  it('asks the server that runs on the folder, which keeps running', async () => {
    const env = { PORT: String(await freePort()), DATA_DIR: dataDir }
    server = new BuiltProcess('main', { ...env, SCAN_READERS: '1' })
    const isReady = () =>
      fetch(`http://127.0.0.1:${env.PORT}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await server.until(isReady)

    const beside = await doctor(env)
    expect(problemsIn(beside.findings)).toEqual([])
    expect(beside.code).toBe(0)
    expect(beside.findings.database).toMatch(/in use by the server, embedded 1\d\.\d+, up to date/)
    expect(beside.findings.port).toContain(`BeerGoggles answers on ${env.PORT} and is ready`)
    expect(beside.findings['sign-in']).toContain('its form opens')
    expect(await isReady()).toBe(true)

    await server.end('SIGTERM')
    // So old that a start would take another.
    const [snapshots, old] = [join(dataDir, 'snapshots'), '2026-01-01T00-00-00.000Z']
    renameSync(join(snapshots, readdirSync(snapshots)[0] ?? ''), join(snapshots, old))
    const after = await doctor(env)
    expect(readdirSync(snapshots)).toEqual([old])
    expect(after.findings.database).toMatch(/: embedded 1\d\.\d+, up to date/)
    expect(after.code).toBe(0)
  })
}

it('reports all problems of one installation, and what to do', async () => {
  const taken = [1, 2].map(() => createServer((_request, response) => response.end('not BeerGoggles')))
  const [port, metricsPort] = await Promise.all(taken.map(listening))
  const models = join(folder, 'no-models')
  mkdirSync(models)
  writeFileSync(join(models, 'det.onnx'), 'no network')
  const { code, findings } = await doctor({
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    HOST: '127.0.0.1',
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'beergoggles',
    VISION_MODELS: models,
    METRIC_TOKEN: 'x',
  })
  for (const one of taken) one.close()
  expect(code).toBe(1)
  expect(problemsIn(findings)).toEqual(['configuration', 'database', 'port', 'metrics port', 'sign-in', 'recognition'])
  expect(findings.configuration).toContain('Is it METRICS_TOKEN?')
  expect(findings.database).toContain('Check DATABASE_URL')
  expect(findings['sign-in']).toContain('Check OIDC_ISSUER')
  expect(findings.port).toContain('choose another PORT')
  expect(findings['metrics port']).toContain('choose another METRICS_PORT')
  expect(findings.recognition).toContain('VISION_MODELS')
})

it('reports a full disk and a sign-in that is open to the internet', async () => {
  const { code, findings } = await doctor({
    PORT: '0',
    DATA_DIR: dataDir,
    DISK_RESERVE_MB: '999999999',
    PUBLIC_URL: 'https://beer.example.org',
    EMBEDDED_SIGN_IN: 'allow',
    // Loading the models takes seconds.
    VISION_MODELS: join(folder, 'no-models'),
  })
  expect(code).toBe(1)
  expect(problemsIn(findings)).toEqual(['disk', 'sign-in', 'recognition'])
})

it('reports an invalid configuration', async () => {
  const { code, findings } = await doctor({ PORT: 'eighty', HOST: '0.0.0.0' })
  expect([code, problemsIn(findings)]).toEqual([1, ['configuration']])
})

function listening(on: Server): Promise<number> {
  return new Promise((resolve) => {
    on.listen(0, '127.0.0.1', () => {
      const address = on.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
