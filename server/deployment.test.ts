/** The files in `deploy/` use settings that exist, and a configuration that the server accepts. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { describeEnvironment, readConfig } from './config.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8')
const SETTINGS = [...describeEnvironment().matchAll(/^# ([A-Z_]+)=/gmu)].map(([, name]) => name)

const Compose = z.object({
  services: z.record(z.string(), z.looseObject({ environment: z.record(z.string(), z.coerce.string()) })),
})

/** The variables of `.env` files, `Environment=` lines and `ENV` instructions. */
function variablesIn(text: string): Record<string, string> {
  const assignments = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => [...line.matchAll(/(?:^|Environment=|ENV |\s)([A-Z][A-Z_]+)=(\S*)/gu)])
  return Object.fromEntries(assignments.map(([, name = '', value = '']) => [name, value]))
}

describe('the compose file', () => {
  const text = read('deploy/compose/compose.yaml')
  const own = variablesIn(read('deploy/compose/.env.example'))
  const filledIn = text.replaceAll(/\$\{([A-Z_]+)[^}]*\}/gu, (_, name: string) =>
    name === 'DOMAIN' ? 'beer.example.org' : `${name}-with-many-letters`,
  )
  const { app } = Compose.parse(parse(filledIn)).services

  it('asks for nothing that its .env.example lacks', () => {
    const asked = new Set([...text.matchAll(/\$\{([A-Z_]+)/gu)].map(([, name]) => name))
    expect([...asked].sort()).toEqual(Object.keys(own).sort())
  })

  it('configures a server that may be published', () => {
    expect(SETTINGS).toEqual(expect.arrayContaining(Object.keys(app?.environment ?? {})))
    const image = variablesIn(read('deploy/Dockerfile'))
    const { config, secrets } = readConfig({ ...image, ...app?.environment })
    expect(config).toMatchObject({
      production: true,
      host: '0.0.0.0',
      publicUrl: 'https://beer.example.org',
      trustedProxies: ['172.28.0.0/24'],
      database: 'postgres',
      embeddedSignIn: 'password',
    })
    expect(secrets.metricsToken).toBeDefined()
  })
})

describe('the systemd unit', () => {
  it('configures a server behind a proxy on its machine', () => {
    const unit = read('deploy/systemd/beergoggles.service')
    const variables = { ...variablesIn(unit), ...variablesIn(read('deploy/systemd/beergoggles.env')) }
    expect(SETTINGS).toEqual(expect.arrayContaining(Object.keys(variables)))
    expect(readConfig(variables).config).toMatchObject({
      production: true,
      host: '127.0.0.1',
      dataDir: '/var/lib/beergoggles',
      embeddedSignIn: 'password',
    })
  })
})

describe('the Dockerfile', () => {
  const text = read('deploy/Dockerfile')

  it('sets only settings of the server', () => {
    expect(SETTINGS).toEqual(expect.arrayContaining(Object.keys(variablesIn(text))))
  })

  it('removes the packages that the server never imports, and no others', () => {
    const removed = (/npm uninstall ([^&]+)/u.exec(text)?.[1] ?? '').match(/(?<=\s)@?[a-z][^\s]*/gu) ?? []
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')))
    const imported = ['server', 'recognition', 'vision', 'catalogue', 'contracts'].flatMap(importsUnder)
    const isImported = (name: string) => imported.some((path) => path === name || path.startsWith(`${name}/`))
    expect(
      Object.keys(dependencies)
        .filter((name) => !isImported(name))
        .sort(),
    ).toEqual(removed.sort())
  })
})

/** Imported by a server that runs from its sources only. */
const OF_SOURCES = ['esbuild']

/** The packages that the modules of a folder import. */
function importsUnder(folder: string): string[] {
  return readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...read(`${folder}/${path}`).matchAll(/(?: from |import\(|resolve\()'([a-z@][^']*)'/gu)])
    .map(([, name = '']) => name)
    .filter((name) => !OF_SOURCES.includes(name))
}
