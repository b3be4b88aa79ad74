/**
 * The files in `deploy/` use settings that exist and a configuration that the server accepts, and fit one another. Of Caddy, nginx and Docker
 * they use what is listed here: neither program is part of the tests.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { IMPORT_MAX_BYTES, PARSE_MENU_TIMEOUT_MS } from '#contracts'
import { describeEnvironment, readConfig } from './config.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8')
const SETTINGS = [...describeEnvironment().matchAll(/^# ([A-Z_]+)=/gmu)].map(([, name]) => name)

/** Run by systemd and in a container. */
const WORKER = 'node --enable-source-maps dist/server/worker.js'

const Duration = z.string().regex(/^\d+(s|m)$/u)
/** What the compose file uses of the Compose specification; strict, so that a misspelt key fails. */
const Service = z.strictObject({
  image: z.string().optional(),
  build: z
    .strictObject({ context: z.string(), dockerfile: z.string(), args: z.record(z.string(), z.string()) })
    .optional(),
  environment: z.record(z.string(), z.coerce.string()),
  ports: z.array(z.string().regex(/^\d+:\d+(\/(tcp|udp))?$/u)).optional(),
  volumes: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) }))
    .optional(),
  command: z.array(z.string()).optional(),
  healthcheck: z
    .union([
      z.strictObject({ test: z.array(z.string()), interval: Duration }),
      z.strictObject({ disable: z.literal(true) }),
    ])
    .optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  stop_grace_period: Duration.optional(),
})
const Network = z.strictObject({
  internal: z.boolean().optional(),
  ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4() })) }).optional(),
})
const Compose = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), Network.nullable()),
  volumes: z.record(z.string(), z.null()),
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
  const { services, networks, volumes } = Compose.parse(parse(filledIn))
  const [ofWorker = ''] = /^ {2}# worker:\n( {2}# {3}.+\n)+/mu.exec(filledIn) ?? []
  const withWorker = filledIn.replace(ofWorker, ofWorker.replaceAll(/^ {2}# /gmu, '  '))
  const { app } = services

  it('asks for nothing that its .env.example lacks', () => {
    const asked = new Set([...text.matchAll(/\$\{([A-Z_]+):\?/gu)].map(([, name]) => name))
    expect([...asked].sort()).toEqual(Object.keys(own).sort())
  })

  it('starts services whose networks, volumes and files exist', () => {
    for (const service of Object.values(services)) {
      expect(Object.keys(networks)).toEqual(expect.arrayContaining(service.networks))
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})))
      for (const [source = '', target] of service.volumes?.map((volume) => volume.split(':')) ?? []) {
        expect(target).toMatch(/^\//u)
        if (source.startsWith('./')) expect(existsSync(`${ROOT}/deploy/compose/${source}`)).toBe(true)
        else expect(Object.keys(volumes)).toContain(source)
      }
      const { context = '', dockerfile = '' } = service.build ?? {}
      expect(service.image ?? existsSync(`${ROOT}/deploy/compose/${context}/${dockerfile}`)).toBeTruthy()
    }
  })

  it('builds an image that knows its commit, which the app shows', () => {
    const stages = read('deploy/Dockerfile').split(/\n(?=FROM )/u)
    const build = stages.find((stage) => stage.includes('npm run build'))
    expect(build).toMatch(/\nARG COMMIT\n[\s\S]*npm run build/u)
    expect(text).toMatch(/\n {8}COMMIT: \$\{COMMIT:-\}\n/u)
    expect(app?.build?.args).toHaveProperty('COMMIT')
    const builds = [...read('docs/operating.md').matchAll(/.*docker compose up -d --build/gu)].map(([line]) => line)
    expect(builds.length).toBeGreaterThan(1)
    expect(builds.filter((line) => !line.includes('COMMIT=$(git rev-parse --short HEAD) docker compose'))).toEqual([])
  })

  it('reaches the server through Caddy alone, whose network it trusts', () => {
    const [site] = directivesIn(read('deploy/compose/Caddyfile'), '\n')
    expect(site?.name).toBe('{$DOMAIN}')
    expect(services.caddy?.environment).toHaveProperty('DOMAIN')
    const [proxy] = site?.block ?? []
    expect([proxy?.name, proxy?.args]).toEqual([
      'reverse_proxy',
      [`app:${variablesIn(read('deploy/Dockerfile')).PORT}`],
    ])
    expect(proxy?.block?.map(({ name, args }) => [name, args.length])).toEqual([
      ['lb_try_duration', 1],
      ['lb_try_interval', 1],
    ])
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['caddy'])
    expect(services.caddy?.networks).toEqual(['front'])
    expect(networks.front?.ipam?.config).toEqual([{ subnet: app?.environment.TRUSTED_PROXIES }])
    expect(services.database?.networks.map((name) => networks[name])).toEqual([{ internal: true }])
  })

  it('has a worker to uncomment, which answers no health check and otherwise is like the server', () => {
    const { app: server, worker } = Compose.parse(parse(withWorker, { merge: true })).services
    const { command, environment } = worker ?? {}
    expect(worker).toEqual({ ...server, command, environment, healthcheck: { disable: true } })
    expect(environment).toEqual({ ...server?.environment, SCAN_READERS: expect.stringMatching(/^[1-9]$/u) })
    expect(SETTINGS).toContain('SCAN_READERS')
    expect(command?.join(' ')).toBe(WORKER)
    // No comments, which systemd takes for part of the value.
    const ofSystemd = /```ini\n([\s\S]*?)```/u.exec(read('docs/operating.md'))?.[1]?.trim().split('\n')
    expect(ofSystemd?.filter((line) => !/^(EnvironmentFile|ExecStart)=[^#]+$/u.test(line))).toEqual([])
    expect(ofSystemd).toContain(`ExecStart=/usr/bin/${WORKER}`)
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

interface Directive {
  name: string
  args: string[]
  block: Directive[] | undefined
}

/** Reads directives that end with the separator or with a block in braces. @throws if a brace is missing or left over */
function directivesIn(text: string, end: ';' | '\n'): Directive[] {
  const code = text.replaceAll(/(^|\s)#[^\n]*/gu, '$1')
  // A placeholder like {$DOMAIN} is a word, not a block.
  const tokens = code.match(/\{[$\w.]+\}|"[^"]*"|[{};\n]|[^\s{};"]+/gu) ?? []
  const root: Directive[] = []
  const open = [root]
  let words: string[] = []
  const finish = (block?: Directive[]) => {
    const [name, ...args] = words
    if (name !== undefined) open.at(-1)?.push({ name, args, block })
    else if (block) throw new Error('a block without a name')
    words = []
  }
  for (const token of tokens) {
    if (token === '{') {
      const block: Directive[] = []
      finish(block)
      open.push(block)
    } else if (token === '}') {
      if (words.length > 0 && end === ';') throw new Error(`${words.join(' ')}: not ended`)
      finish()
      open.pop()
      if (open.length === 0) throw new Error('a brace too many')
    } else if (token === end) finish()
    else if (token !== '\n') words.push(token)
  }
  if (open.length !== 1 || words.length > 0) throw new Error('a block or a directive is not ended')
  return root
}

/** All of these, nested ones included, with the names of the blocks they are in. */
function flat(directives: readonly Directive[], path: string[] = []): (Directive & { path: string[] })[] {
  return directives.flatMap((each) => [{ ...each, path }, ...flat(each.block ?? [], [...path, each.name])])
}

describe('the site of nginx', () => {
  /** Where nginx 1.22 of Debian 12 allows these: all in a server, the last ones also in a location. */
  const OF_SERVER = ['listen', 'server_name', 'return', 'ssl_certificate', 'ssl_certificate_key', 'ssl_protocols']
  const OF_BOTH = ['client_max_body_size', 'proxy_http_version', 'proxy_set_header', 'proxy_read_timeout']
  const KNOWN: Record<string, string[]> = {
    '': ['server'],
    server: [...OF_SERVER, ...OF_BOTH, 'location'],
    'server location': [...OF_BOTH, 'return', 'root', 'proxy_pass'],
  }
  const directives = flat(directivesIn(read('deploy/nginx/beergoggles.conf'), ';'))
  const valuesOf = (name: string) => directives.filter((each) => each.name === name).map(({ args }) => args.join(' '))

  it('has complete blocks of directives that belong there', () => {
    expect(directives.filter(({ name, path }) => !KNOWN[path.join(' ')]?.includes(name))).toEqual([])
  })

  it('lets through what the server accepts, for as long as it takes', () => {
    expect(valuesOf('proxy_pass')).toEqual([`http://127.0.0.1:${readConfig({}).config.port}`])
    const [megabytes] = valuesOf('client_max_body_size').map((size) => Number.parseInt(size, 10))
    expect((megabytes ?? 0) * 1024 ** 2).toBeGreaterThan(IMPORT_MAX_BYTES)
    const [seconds] = valuesOf('proxy_read_timeout').map((time) => Number.parseInt(time, 10))
    expect((seconds ?? 0) * 1_000).toBeGreaterThan(PARSE_MENU_TIMEOUT_MS)
  })

  it('lets the authority of its certificate in without https, and sends all others there', () => {
    const servers = directivesIn(read('deploy/nginx/beergoggles.conf'), ';').map(({ block = [] }) => block)
    const plain = servers.find((server) => server.some(({ name, args }) => name === 'listen' && args[0] === '80'))
    // A `return` beside the locations would answer before them.
    expect(plain?.map(({ name }) => name)).not.toContain('return')
    const locations = plain?.filter(({ name }) => name === 'location') ?? []
    const contents = locations.map(({ args, block = [] }) => [args.join(' '), ...block.map((each) => each.name)])
    expect(contents).toEqual([
      ['/.well-known/acme-challenge/', 'root'],
      ['/', 'return'],
    ])
    const [webroot] = valuesOf('root')
    expect(read('docs/operating.md')).toContain(`certbot certonly --webroot -w ${webroot} `)
  })

  it('replaces what a visitor says about themselves', () => {
    const headers = Object.fromEntries(valuesOf('proxy_set_header').map((each) => each.split(' ')))
    expect(headers).toMatchObject({ 'X-Forwarded-For': '$remote_addr', Host: '$host' })
    expect(valuesOf('ssl_protocols')).toEqual(['TLSv1.2 TLSv1.3'])
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

describe('the commands for systemd', () => {
  const blocks = [...read('docs/operating.md').matchAll(/```sh\n([\s\S]*?)```/gu)]
    .map(([, lines = '']) => lines)
    .filter((lines) => lines.includes('systemctl') && lines.includes('/opt/beergoggles'))

  it('run git and npm as the user of the service, which owns the clone', () => {
    const lines = blocks.flatMap((block) => block.split('\n')).filter((line) => /\b(git (?!clone)|npm )/u.test(line))
    expect(lines).toHaveLength(2)
    expect(lines.filter((line) => !line.includes('runuser -u beergoggles -- sh -c'))).toEqual([])
  })

  it('install the unit, and have systemd read it before the server starts', () => {
    expect(blocks).toHaveLength(2)
    for (const block of blocks) {
      expect(block).toMatch(
        /cp deploy\/systemd\/beergoggles\.service .*\n.*daemon-reload && systemctl (enable --now|start) /u,
      )
    }
  })
})

/** As Docker matches: from the root of the repository, `**` and a slash in any folder of it, and a folder with all that is in it. */
function ignores(rule: string, path: string): boolean {
  const [, anywhere, name = ''] = /^(\*\*\/)?(.+)$/u.exec(rule) ?? []
  const pattern = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  return new RegExp(`^${anywhere ? '(.+/)?' : ''}${pattern}(/|$)`, 'u').test(path)
}

describe('the Dockerfile', () => {
  const text = read('deploy/Dockerfile')

  it('takes its sources from the repository, and nothing else that is on the machine', () => {
    const rules = read('deploy/Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    const isIgnored = (path: string) => rules.some((rule) => ignores(rule, path))
    const ofGit = read('.gitignore').trim().split('\n')
    const ofMachine = ofGit.flatMap((rule) => {
      const name = rule.replaceAll('/', '').replace('*', 'server')
      return rule.startsWith('/') ? [name] : [name, `deploy/compose/${name}`, `web/${name}`]
    })
    const ofOperator = ['deploy/compose/compose.override.yaml', 'deploy/compose/a.backup', 'a.backup', 'bench/a.backup']
    expect([...ofMachine, ...ofOperator, '.git', 'web/.env.local'].filter((path) => !isIgnored(path))).toEqual([])

    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gmu)].flatMap(([, paths = '']) => paths.split(' '))
    expect(copied).toContain('package.json')
    const sources = [
      'catalogue/data/words.yaml',
      'contracts/index.ts',
      'scripts/build.mjs',
      'server/main.ts',
      'web/main.tsx',
    ]
    expect(sources.filter((path) => !existsSync(`${ROOT}/${path}`))).toEqual([])
    expect([...copied, ...sources].filter(isIgnored)).toEqual([])
  })

  it('sets only settings of the server', () => {
    expect(SETTINGS).toEqual(expect.arrayContaining(Object.keys(variablesIn(text))))
  })

  it('starts the program of the server, as systemd does, and asks it whether it is ready', () => {
    const lists = [...text.matchAll(/^\s*CMD (\[.+\])$/gmu)].map(([, list = '']) =>
      z.array(z.string()).parse(JSON.parse(list)),
    )
    const [health = [], start = []] = lists
    const [, started] = /^ExecStart=\/usr\/bin\/(.+)$/mu.exec(read('deploy/systemd/beergoggles.service')) ?? []
    expect(start.join(' ')).toBe(started)
    const [, program] = /^dist\/server\/(\w+)\.js$/u.exec(start.at(-1) ?? '') ?? []
    expect(existsSync(`${ROOT}/server/${program}.ts`)).toBe(true)
    expect(text).toContain(`\nEXPOSE ${variablesIn(text).PORT}\n`)
    const [, path = ''] = /process\.env\.PORT\}(\/\w+)/u.exec(health.at(-1) ?? '') ?? []
    expect(read('server/adapters/http/health.ts')).toContain(`app.get('${path}'`)
  })
})
