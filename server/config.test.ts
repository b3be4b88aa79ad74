import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { spec } from '#testing/spec.ts'
import { ConfigProblems, describeEnvironment, misspeltIn, readConfig, readSettings, unknownIn } from './config.ts'

const problemsOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigProblems) return error.message.split('\n').slice(1)
    throw error
  }
}

describe('the configuration', () => {
  it('has defaults for all variables', () => {
    const { config, secrets } = readConfig({})
    expect(config).toMatchObject({ port: 3000, host: 'localhost', dataDir: './data', database: 'embedded' })
    expect(config.oidc).toBeUndefined()
    expect(new Set(Object.values(secrets))).toEqual(new Set([undefined]))
  })

  it.each(['BeerGoggles', 'beer@', '@example.org', 'BeerGoggles <beer>', 'Beer <a@b.c', 'a@b.c, d@e.f', 'Beer a@b.c'])(
    'rejects the sender %s, which is no address',
    (MAIL_FROM) => expect(problemsOf({ MAIL_FROM }).join()).toContain('MAIL_FROM: must contain an address'),
  )

  it.each([
    'beer@example.org',
    'BeerGoggles <beer@example.org>',
    '"Beer, Goggles" <a@b.c>',
    '<a@b.c>',
    'beer@localhost',
  ])('accepts the sender %s', (MAIL_FROM) => expect(problemsOf({ MAIL_FROM })).toEqual([]))

  it.each([
    ['DATABASE_URL', 'postgres://beer:pa#ss@db/beer'],
    ['SMTP_URL', 'smtp://beer:pa#ss@mail.example.org'],
  ])('says how special characters of a password are written in %s', (name, value) => {
    expect(problemsOf({ [name]: value }).join()).toContain('are written as %23')
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).config).toEqual(readConfig({}).config)
  })

  it('ignores spaces and carriage returns around a value', () => {
    const { config, secrets } = readConfig({
      DATA_DIR: '/data\r',
      EMBEDDED_SIGN_IN: 'password ',
      METRICS_TOKEN: ` ${'x'.repeat(16)}\n`,
    })
    expect(config).toMatchObject({ dataDir: '/data', embeddedSignIn: 'password' })
    expect(secrets.metricsToken).toBe('x'.repeat(16))
  })

  it.each([
    [{ PORT: '"3000"' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT: must not be PORT'],
    [{ DISK_RESERVE_MB: '200MB' }, 'DISK_RESERVE_MB: must be a whole number, at least 0'],
    [{ DRAIN_SECONDS: '5s' }, 'DRAIN_SECONDS: must be a number from 0 to 300'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS: must be a number from 0 to 300'],
    [{ KEEP_SCANS_DAYS: '0' }, 'KEEP_SCANS_DAYS: must be a whole number from 1 to 36500, or `unlimited`'],
    [{ KEEP_SCANS_DAYS: '99999999999' }, 'KEEP_SCANS_DAYS: must be a whole number from 1 to 36500, or `unlimited`'],
    [{ VISION_SCANS_TOTAL: '-1' }, 'VISION_SCANS_TOTAL: must be a whole number, at least 0, or `unlimited`'],
    [{ PUBLIC_URL: 'beer.example.org' }, 'PUBLIC_URL: must be a URL that starts with https:// or http://'],
  ])('says which values are allowed instead of %j', (env, problem) => {
    expect(problemsOf({ ...env })).toEqual([`  ${problem}`])
  })

  it('reports every problem at once', () => {
    const problems = problemsOf({ PORT: 'beer', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', HOST: '0.0.0.0' }).join(
      '\n',
    )
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'HOST']) expect(problems).toContain(name)
  })

  it('contains no secrets', () => {
    const { config } = readConfig({
      DATABASE_URL: 'postgres://beer:hush@db/beer',
      OIDC_ISSUER: 'https://login.example.org',
      OIDC_CLIENT_ID: 'beergoggles',
      OIDC_CLIENT_SECRET: 'hush',
      VISION_ENGINE: 'openai',
      VISION_MODEL: 'gpt-5-mini',
      VISION_API_KEY: 'hush',
      METRICS_TOKEN: 'hush, sixteen characters',
      SMTP_URL: 'smtp://beer:hush@mail.example.org',
      MAIL_FROM: 'beer@example.org',
      PUBLIC_URL: 'https://beer.example.org',
    })
    expect(JSON.stringify(config)).not.toContain('hush')
  })

  it.each([
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ HOST: '192.168.1.5' }, 'HOST'],
    [{ HOST: '127.0.0.1.example.org' }, 'HOST'],
    [{ NODE_ENV: 'production' }, 'NODE_ENV'],
    [{ PUBLIC_URL: 'https://beer.example.org' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://203.0.113.7:3000' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://localhost.example.org' }, 'PUBLIC_URL'],
  ])('rejects a sign-in without a password on other addresses: %j', (env, name) => {
    expect(problemsOf(env).join()).toContain(name)
    expect(problemsOf({ ...env, EMBEDDED_SIGN_IN: 'allow' })).toEqual([])
    expect(problemsOf({ ...env, OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_ID: 'x' })).toEqual([])
  })

  it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])('accepts a loopback address: %s', (HOST) => {
    expect(readConfig({ HOST }).config.host).toBe(HOST)
  })

  it.each(['https://localhost:8443', 'http://192.168.1.5:3000', 'https://pub.local', 'http://[fd00::1]'])(
    'accepts a private URL without a password: %s',
    (PUBLIC_URL) => expect(readConfig({ PUBLIC_URL }).config.publicUrl).toBe(PUBLIC_URL),
  )

  it.each([
    [undefined, ['loopback']],
    ['none', []],
    ['172.18.0.2, 10.0.0.0/8,uniquelocal', ['172.18.0.2', '10.0.0.0/8', 'uniquelocal']],
    ['fd00::/8', ['fd00::/8']],
  ])('trusts these proxies with TRUSTED_PROXIES=%s', (text, proxies) => {
    expect(readConfig(text === undefined ? {} : { TRUSTED_PROXIES: text }).config.trustedProxies).toEqual(proxies)
  })

  it.each(['caddy', '10.0.0.0/33', '10.0.0', 'loopback,', 'all'])('rejects TRUSTED_PROXIES=%s', (text) => {
    expect(problemsOf({ TRUSTED_PROXIES: text }).join()).toContain('TRUSTED_PROXIES')
  })

  it('listens on all addresses if the embedded sign-in is allowed', () => {
    expect(readConfig({ EMBEDDED_SIGN_IN: 'allow' }).config.host).toBe('0.0.0.0')
  })

  it.each([
    [{ OIDC_ISSUER: 'https://login.example.org' }, 'OIDC_CLIENT_ID'],
    [
      { OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_ID: 'x', EMBEDDED_SIGN_IN: 'password' },
      'set one of them',
    ],
    [{ OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_ID: 'x', EMBEDDED_SIGN_IN: 'allow' }, 'set one of them'],
    [{ PUBLIC_URL: 'https://example.org/beer' }, 'PUBLIC_URL'],
    [{ IMAGE_SOURCE: 'https://pictures.example.org/' }, 'IMAGE_SOURCE'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ SCAN_READERS: '0' }, 'SCAN_READERS'],
  ])('reports what is missing or contradictory in %j', (env, name) => {
    expect(problemsOf(env).join()).toContain(name)
  })

  const COMPATIBLE = { VISION_ENGINE: 'openai-compatible', VISION_MODEL: 'm', VISION_BASE_URL: 'http://127.0.0.1/v1' }

  it.each([
    [{ VISION_ENGINE: 'openai' }, ['VISION_MODEL', 'VISION_API_KEY']],
    [{ VISION_ENGINE: 'anthropic', VISION_MODEL: 'claude-haiku-4-5' }, ['VISION_API_KEY']],
    [{ VISION_ENGINE: 'google', VISION_API_KEY: 'hush' }, ['VISION_MODEL']],
    [{ VISION_ENGINE: 'openai-compatible', VISION_MODEL: 'qwen3-vl:8b' }, ['VISION_BASE_URL']],
    [{ ...COMPATIBLE, VISION_BASE_URL: 'http://u:hush@127.0.0.1/v1' }, ['VISION_BASE_URL', 'VISION_API_KEY']],
    [{ ...COMPATIBLE, VISION_BASE_URL: 'https://a.example/x?api-version=1' }, ['VISION_BASE_URL']],
    [{ ...COMPATIBLE, VISION_BASE_URL: '127.0.0.1:11434' }, ['VISION_BASE_URL: must be a URL']],
    [{ ...COMPATIBLE, VISION_API_KEY: 'sk-hush\u2026' }, ['VISION_API_KEY']],
    [{ VISION_ENGINE: 'crystal-ball' }, ['VISION_ENGINE']],
    [{ VISION_MODELS: '/no/such/folder' }, ['VISION_MODELS', 'not a folder']],
    [{ VISION_MODELS: fileURLToPath(import.meta.url) }, ['VISION_MODELS', 'not a folder']],
    [{ VISION_MODELS: fileURLToPath(new URL('.', import.meta.url)) }, ['VISION_MODELS', 'neither a detector']],
    [{ VISION_API_KEY: 'hush' }, ['VISION_API_KEY']],
    [{ DISCOVERY: 'ai' }, ['DISCOVERY', 'VISION_ENGINE']],
    [{ VISION_SCANS_PER_USER: 'many' }, ['VISION_SCANS_PER_USER']],
  ])('reports what an engine lacks, and never a key: %j', (env, names) => {
    const problems = problemsOf({ ...env }).join('\n')
    for (const name of names) expect(problems).toContain(name)
    expect(problems).not.toContain('hush')
  })

  it('contains the engine and its daily budget', () => {
    expect(readConfig({}).config.vision).toEqual({
      provider: undefined,
      hasFallback: true,
      models: undefined,
      budget: { perUser: 50, total: 500 },
    })
    const env = {
      VISION_ENGINE: 'openai-compatible',
      VISION_MODEL: 'qwen3-vl:8b',
      VISION_BASE_URL: 'http://127.0.0.1:11434/v1',
      VISION_FALLBACK: 'none',
      VISION_SCANS_PER_USER: 'unlimited',
      VISION_SCANS_TOTAL: '0',
    }
    expect(readConfig(env).config.vision).toEqual({
      provider: {
        name: 'openai-compatible',
        model: 'qwen3-vl:8b',
        baseUrl: 'http://127.0.0.1:11434/v1',
        answers: 'schema',
      },
      hasFallback: false,
      budget: { perUser: undefined, total: 0 },
    })
  })

  it.each([
    ['crystal-ball', 'crystal-ball is not one of open-food-facts, open-brewery-db, ai'],
    ['open-food-facts,', 'an empty name'],
    ['none,open-food-facts', 'none is not one of'],
    ['open-food-facts=ftp://mirror.example.org', 'the address of open-food-facts'],
    ['open-brewery-db=', 'the address of open-brewery-db'],
    ['ai=https://mirror.example.org', 'no other address'],
  ])('reports what is wrong with DISCOVERY=%s', spec('2.6.32'), (DISCOVERY, problem) => {
    const provider = { VISION_ENGINE: 'openai', VISION_MODEL: 'm', VISION_API_KEY: 'hush' }
    const problems = problemsOf({ ...provider, DISCOVERY })
    expect(problems).toHaveLength(1)
    expect(problems.join()).toContain(problem)
  })

  it('contains the discovery sources and their mirrors', () => {
    expect([readConfig({}).config.discovery, readConfig({ DISCOVERY: 'none' }).config.discovery]).toEqual([[], []])
    const env = { DISCOVERY: 'open-food-facts, open-brewery-db=https://mirror.example.org/a?b=c' }
    expect(readConfig(env).config.discovery).toEqual([
      { name: 'open-food-facts', address: undefined },
      { name: 'open-brewery-db', address: 'https://mirror.example.org/a?b=c' },
    ])
  })

  it.each(['prod', 'Production', 'staging'])('rejects NODE_ENV=%s, which would be no production', (NODE_ENV) => {
    expect(problemsOf({ NODE_ENV, EMBEDDED_SIGN_IN: 'password' }).join()).toContain('NODE_ENV')
  })

  it('names the setting that a misspelt one may be', () => {
    const names = ['PUBLC_URL', 'public_url', 'NODE_EVN', 'EMBEDED_SIGNIN', 'POSTGRES_PASSWORD', 'PORT']
    expect(unknownIn([...names, 'TZ', 'NODE_OPTIONS', 'https_proxy', 'PATH'])).toEqual([
      'PUBLC_URL in .env is no setting. Is it PUBLIC_URL?',
      'public_url in .env is no setting. Is it PUBLIC_URL?',
      'NODE_EVN in .env is no setting. Is it NODE_ENV?',
      'EMBEDED_SIGNIN in .env is no setting. Is it EMBEDDED_SIGN_IN?',
      'POSTGRES_PASSWORD in .env is no setting.',
    ])
  })

  it('finds misspelt settings in the environment, among the names of other programs', () => {
    expect(misspeltIn(['KEEP_SCAN_DAYS', 'METRIC_TOKEN', 'LOGLEVEL', 'NODE_EVN', 'public_url'])).toEqual([
      'KEEP_SCAN_DAYS in the environment is no setting. Is it KEEP_SCANS_DAYS?',
      'METRIC_TOKEN in the environment is no setting. Is it METRICS_TOKEN?',
      'LOGLEVEL in the environment is no setting. Is it LOG_LEVEL?',
      'NODE_EVN in the environment is no setting. Is it NODE_ENV?',
      'public_url in the environment is no setting. Is it PUBLIC_URL?',
    ])
    const others =
      'PATH HOSTS PORTS HOSTNAME LOGNAME MAIL MAILTO HTTP_URL SMTP_USER SMTP_HOST BASE_URL REDIS_URL DATABASE_HOST'
    const ofNode = 'NODE_OPTIONS NODE_PATH NODE_DEBUG NODE_NAME NODE_VERSION NODE_EXTRA_CA_CERTS npm_config_loglevel'
    expect(misspeltIn([...others.split(' '), ...ofNode.split(' '), 'PORT', 'OPENAI_API_KEY', 'XDG_DATA_DIRS'])).toEqual(
      [],
    )
  })

  it('is read from .env, with the misspelt names beside the problems that they cause', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bg-settings-'))
    const before = process.env
    onTestFinished(() => {
      process.env = before
      rmSync(folder, { recursive: true })
    })
    process.env = { PORT: '4000', UNKNOWN_OF_THE_SHELL: '1' }
    writeFileSync(join(folder, '.env'), 'PORT=5000\nLOG_LEVL=debug\nQUEUE_TOTAL=7\n')
    const { config, unknown } = readSettings(folder)
    expect(config).toMatchObject({ port: 4000, logLevel: 'info', queueLimits: { all: 7 } })
    expect(unknown).toEqual(['LOG_LEVL in .env is no setting. Is it LOG_LEVEL?'])
    process.env = { METRIC_TOKEN: 'x' }
    const misspelt = 'METRIC_TOKEN in the environment is no setting. Is it METRICS_TOKEN?'
    expect(readSettings(folder).unknown).toContain(misspelt)
    rmSync(join(folder, '.env'))
    expect(readSettings(folder).unknown).toEqual(expect.arrayContaining([misspelt]))
    process.env = {}
    writeFileSync(join(folder, '.env'), 'NODE_ENV=production\nEMBEDED_SIGN_IN=password\n')
    expect(() => readSettings(folder)).toThrow(/requires no password.*\n.*Is it EMBEDDED_SIGN_IN\?/)
  })

  it('is described verbatim by .env.example', () => {
    expect(readFileSync(new URL('../.env.example', import.meta.url), 'utf8')).toBe(describeEnvironment())
  })
})
