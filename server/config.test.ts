import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigProblems, describeEnvironment, readConfig } from './config.ts'

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
  it('is complete with nothing set', () => {
    const { config, secrets } = readConfig({})
    expect(config).toMatchObject({ port: 3000, host: 'localhost', dataDir: './data', database: 'embedded' })
    expect(config.oidc).toBeUndefined()
    expect(secrets).toEqual({ databaseUrl: undefined, oidcClientSecret: undefined })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).config).toEqual(readConfig({}).config)
  })

  it('reports every problem at once', () => {
    const problems = problemsOf({ PORT: 'beer', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', HOST: '0.0.0.0' }).join(
      '\n',
    )
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'HOST']) expect(problems).toContain(name)
  })

  it('keeps secrets out of what may be printed', () => {
    const { config } = readConfig({
      DATABASE_URL: 'postgres://beer:hush@db/beer',
      OIDC_ISSUER: 'https://login.example.org',
      OIDC_CLIENT_ID: 'beergoggles',
      OIDC_CLIENT_SECRET: 'hush',
    })
    expect(JSON.stringify(config)).not.toContain('hush')
  })

  it.each([
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ HOST: '192.168.1.5' }, 'HOST'],
    [{ HOST: '127.0.0.1.example.org' }, 'HOST'],
    [{ NODE_ENV: 'production' }, 'NODE_ENV'],
  ])('does not let a sign-in without a password serve others: %j', (env, name) => {
    expect(problemsOf(env).join()).toContain(name)
    expect(problemsOf({ ...env, EMBEDDED_SIGN_IN: 'allow' })).toEqual([])
    expect(problemsOf({ ...env, OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_ID: 'x' })).toEqual([])
  })

  it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])('listens on loopback when told so: %s', (HOST) => {
    expect(readConfig({ HOST }).config.host).toBe(HOST)
  })

  it('listens on every address once sign-in is real or opened', () => {
    expect(readConfig({ EMBEDDED_SIGN_IN: 'allow' }).config.host).toBe('0.0.0.0')
  })

  it.each([
    [{ OIDC_ISSUER: 'https://login.example.org' }, 'OIDC_CLIENT_ID'],
    [{ PUBLIC_URL: 'https://example.org/beer' }, 'PUBLIC_URL'],
    [{ IMAGE_SOURCE: 'https://pictures.example.org/' }, 'IMAGE_SOURCE'],
  ])('says what is missing in %j', (env, name) => {
    expect(problemsOf(env).join()).toContain(name)
  })

  it('is described by .env.example, word for word', () => {
    expect(readFileSync(new URL('../.env.example', import.meta.url), 'utf8')).toBe(describeEnvironment())
  })
})
