/**
 * Reads the environment, once at start; no other module does. All problems are reported together, and secrets are separate
 * from the printable configuration. Without any variable the product runs on its own: embedded engine, sign-in and database.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { editDistance } from '#catalogue'
import { modelFolderProblem } from '#recognition'
import type { ProviderName } from '#vision/text'
import { isAddressRange, isLoopback, isPrivateHost } from './adapters/http/private-address.ts'
import { AI_SOURCE } from './features/discovery/ai-source.ts'
import { type AllowedSource, DISCOVERY_SOURCES } from './features/discovery/sources.ts'
import { SESSION_DAYS, SESSION_IDLE_DAYS } from './features/identity/session-store.ts'
import type { VisionConfig } from './features/provider-budget/engines-of.ts'
import type { Retention } from './features/retention/retention.ts'

/** `starts`: with what, for the operator. */
const url = (protocol: RegExp, starts: string) =>
  z.url({ protocol, error: `must be a URL that starts with ${starts}` }).optional()
const PASSWORD_ESCAPES = '(special characters of its password are written as %23, %40, ...)'
const httpUrl = () => url(/^https?$/, 'https:// or http://')
const PROVIDERS = ['openai', 'openai-compatible', 'anthropic', 'google'] as const satisfies ProviderName[]
/** An address, or a name and an address in angle brackets. */
const SENDER = /^(?:[^<>]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/
const PORT_DEFAULT = 3000
const DRAIN_SECONDS_MAX = 300
const DRAIN_ALLOWED = `must be a number from 0 to ${DRAIN_SECONDS_MAX}`
/** Longer than any installation exists; a date so far back can still be computed. */
const DAYS_MAX = 36_500

const allowed = (min: number, max: number) =>
  `must be a whole number${max === Number.MAX_SAFE_INTEGER ? `, at least ${min}` : ` from ${min} to ${max}`}`

const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER, error = allowed(min, max)) =>
  z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })

const orUnlimited = (min: number, max = Number.MAX_SAFE_INTEGER) => {
  const error = `${allowed(min, max)}, or \`unlimited\``
  return z.union([z.literal('unlimited'), wholeNumber(min, max, error)], { error })
}

/** A number, or undefined for no limit. */
const budget = (defaultLimit: number) => orUnlimited(0).default(defaultLimit)

/** A number of days, or `unlimited`. */
const days = (defaultDays: number | 'unlimited' = 'unlimited') => orUnlimited(1, DAYS_MAX).default(defaultDays)

/** False for loopback and for private networks, which the embedded sign-in may serve. */
function isPublicUrl(address: string | undefined): boolean {
  return address !== undefined && URL.canParse(address) && !isPrivateHost(new URL(address).hostname)
}

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('`production` requires a real sign-in.'),
  PORT: wholeNumber(0, 65_535).default(PORT_DEFAULT).describe('The port to listen on.'),
  HOST: z
    .string()
    .optional()
    .describe(
      'The address to listen on. Default: loopback if neither OIDC_ISSUER nor EMBEDDED_SIGN_IN is set, otherwise all addresses. Behind a proxy on the same machine: 127.0.0.1.',
    ),
  PUBLIC_URL: httpUrl().describe('The URL that browsers use, unless it is http://localhost:PORT.'),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .describe(
      'The reverse proxies whose X-Forwarded-* headers are believed: `none`, or a comma-separated list of addresses, CIDR ranges, `loopback`, `linklocal` and `uniquelocal` (private networks).',
    ),
  DATA_DIR: z.string().default('./data').describe('The folder of the embedded database.'),
  DISK_RESERVE_MB: wholeNumber(0)
    .default(200)
    .describe(
      'With less free space on the disk of DATA_DIR, photos and imports are refused and /readyz is red, so that everything else is still saved.',
    ),
  DATABASE_URL: url(/^postgres(ql)?$/, `postgres:// ${PASSWORD_ESCAPES}`).describe(
    'PostgreSQL 15 or newer. Default: the embedded database in DATA_DIR.',
  ),
  OIDC_ISSUER: httpUrl().describe('Your OpenID provider. Default: an embedded one, see EMBEDDED_SIGN_IN.'),
  OIDC_CLIENT_ID: z
    .string()
    .optional()
    .describe('The id of the client registered there, with the redirect URI PUBLIC_URL/api/callback.'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('The secret of that client.'),
  EMBEDDED_SIGN_IN: z
    .enum(['allow', 'password'])
    .optional()
    .describe(
      '`allow`: permits the embedded sign-in in production, on other addresses and from the internet. Anyone can then sign in as anyone. `password`: also permits it, with passwords, and with invitations for new accounts.',
    ),
  KEEP_SCANS_DAYS: days().describe(
    "Days after which scans are deleted, or `unlimited`: until their users delete them. The 'scanned' marks of their beers go with them.",
  ),
  KEEP_SEARCHES_DAYS: days().describe('Days after which entries of the search history are deleted, or `unlimited`.'),
  KEEP_PROVISIONAL_DAYS: days(180).describe(
    'Days after which beers that DISCOVERY added are removed if nobody scanned, saved, rated or tried them, and breweries without beers, or `unlimited`.',
  ),
  SESSION_IDLE_DAYS: wholeNumber(1, SESSION_DAYS)
    .default(SESSION_IDLE_DAYS)
    .describe(`Days without use after which a user is signed out; at the latest after ${SESSION_DAYS} days.`),
  VISION_ENGINE: z
    .enum(['embedded', ...PROVIDERS])
    .default('embedded')
    .describe(
      'The engine that reads photos: `embedded` runs on this machine; `openai`, `openai-compatible` (Ollama, LM Studio, vLLM), `anthropic` and `google` send photos to that provider. See docs/vision.md.',
    ),
  VISION_MODELS: z
    .string()
    .optional()
    .describe(
      'A folder with other networks of the PP-OCR family for the embedded engine: `*det*.onnx`, `*rec*.onnx` and its dictionary `*.txt`. See docs/vision.md.',
    ),
  VISION_MODEL: z.string().optional().describe('The model of that provider. It must accept images.'),
  VISION_API_KEY: z.string().optional().describe('The API key of that provider. Your own server may not need one.'),
  VISION_BASE_URL: httpUrl().describe(
    "The base URL of that provider. Default: the provider's own; required for `openai-compatible`.",
  ),
  VISION_ANSWERS: z
    .enum(['schema', 'json'])
    .default('schema')
    .describe('`json`: for servers that do not support JSON schemas.'),
  VISION_FALLBACK: z
    .enum(['embedded', 'none'])
    .default('embedded')
    .describe(
      'The engine used if the provider fails or its budget is used up, as noted in the result; `none` rejects the photo.',
    ),
  VISION_SCANS_PER_USER: budget(50).describe(
    'Photos per user and day (UTC) that the provider reads, or `unlimited`; as many searches with DISCOVERY=ai.',
  ),
  VISION_SCANS_TOTAL: budget(500).describe(
    'Photos per day (UTC) that the provider reads for all users together, or `unlimited`.',
  ),
  SCAN_READERS: wholeNumber(0, 64)
    .optional()
    .describe(
      'Number of reader processes for photos, 600-900 MB each (300-500 MB with a provider). Default: the number of CPU cores minus one; with a provider at least 4. 0 with PostgreSQL: other nodes or `npm run worker` read the photos.',
    ),
  QUEUE_PER_USER: wholeNumber(1).default(20).describe('Maximum number of unfinished scans per user.'),
  QUEUE_TOTAL: wholeNumber(1).default(200).describe('Maximum number of unfinished scans in total.'),
  IMAGE_SOURCE: httpUrl().describe(
    'The source of beer pictures: a URL with {brewery} and {name} that answers with a picture or 404.',
  ),
  DISCOVERY: z
    .string()
    .default('none')
    .describe(
      `Sources that search queries if the catalogue has no result for four or more characters: \`none\`, or a comma-separated list of ${DISCOVERY_SOURCES.join(', ')}. They receive the user's query. \`name=URL\` uses a mirror.`,
    ),
  WEB_PUSH: z
    .enum(['allow', 'off'])
    .default('allow')
    .describe(
      '`allow`: users can allow notifications in a browser. The server then sends them, encrypted, to the push service of that browser. `off`: it sends none.',
    ),
  SMTP_URL: url(/^smtps?$/, `smtp:// or smtps:// ${PASSWORD_ESCAPES}`).describe(
    'The mail server for the weekly digest, smtp://user:password@host:587 or smtps://. Needs MAIL_FROM and PUBLIC_URL. Default: none, and no e-mail is sent.',
  ),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must contain an address, like `BeerGoggles <beer@example.org>`')
    .optional()
    .describe('The sender of e-mails: `BeerGoggles <beer@example.org>`.'),
  SECURITY_CONTACT: url(/^(https|mailto)$/, 'https:// or mailto:').describe(
    'Where to report vulnerabilities of this installation, a mailto: or https: URL. Published as /.well-known/security.txt.',
  ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'The bearer token for `GET /metrics`. Default: none, and only this machine gets metrics, without a proxy in between.',
    ),
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe('A port for `GET /metrics` alone. Default: none; a server has them on PORT, and a worker has none.'),
  DRAIN_SECONDS: z.coerce
    .number({ error: DRAIN_ALLOWED })
    .min(0, DRAIN_ALLOWED)
    .max(DRAIN_SECONDS_MAX, DRAIN_ALLOWED)
    .default(0)
    .describe(
      'How long the server keeps answering after SIGTERM while /readyz is red. With several nodes: longer than the balancer takes to notice.',
    ),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('The log level.'),
})

/** Returns the text of `.env.example`: every variable with its description and default. */
export function describeEnvironment(): string {
  const variables = Object.entries(Environment.shape).map(([name, variable]) => {
    const unset = variable.safeParse(undefined)
    return `# ${variable.description}\n# ${name}=${unset.success ? (unset.data ?? '') : ''}\n`
  })
  return [
    '# All settings are optional. Copy this file to .env and uncomment what you want to change, or use environment variables.\n',
    ...variables,
  ].join('\n')
}

/** The printable part of the configuration. */
export interface Config {
  production: boolean
  port: number
  host: string
  /** An origin, without a path; undefined if browsers use loopback or a private address. */
  publicUrl: string | undefined
  /** Addresses, CIDR ranges and the names that Fastify knows. */
  trustedProxies: string[]
  dataDir: string
  diskReserveBytes: number
  database: 'embedded' | 'postgres'
  /** Undefined: the embedded provider. */
  oidc: { issuer: string; clientId: string } | undefined
  /** What the embedded provider asks for. Undefined: no password, and only private networks may sign in. */
  embeddedSignIn: 'allow' | 'password' | undefined
  sessionIdleDays: number
  retention: Retention
  securityContact: string | undefined
  /** Push notifications, to the users who allow them. */
  webPush: boolean
  /** The sender of e-mails; undefined: none are sent. */
  mailFrom: string | undefined
  vision: VisionConfig
  scanReaders: number | undefined
  queueLimits: { perUser: number; all: number }
  imageSource: string | undefined
  /** The sources that discovery may query; empty if it is off. */
  discovery: AllowedSource[]
  /** Undefined: a server has metrics on its own port. */
  metricsPort: number | undefined
  drainSeconds: number
  logLevel: z.output<typeof Environment>['LOG_LEVEL']
}

/** The part of the configuration that must not be printed. */
export interface Secrets {
  databaseUrl: string | undefined
  oidcClientSecret: string | undefined
  visionApiKey: string | undefined
  metricsToken: string | undefined
  smtpUrl: string | undefined
}

/** The message lists all problems, one per line. */
export class ConfigProblems extends Error {
  constructor(problems: string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigProblems'
  }
}

export interface Settings {
  config: Config
  secrets: Secrets
  /** Names in `.env` that are no settings, and names in the environment that look like misspelt ones, each as a sentence. */
  unknown: string[]
}

/** Reads the environment and, for variables that it does not set, `.env`. @throws ConfigProblems */
export function readSettings(folder = '.'): Settings {
  const file = join(folder, '.env')
  const variables = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const unknown = [
    ...unknownIn(Object.keys(variables)),
    ...misspeltIn(Object.keys(process.env).filter((name) => !Object.hasOwn(variables, name))),
  ]
  // Node.js and the processes that it starts read some of them, too.
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value
  return { ...readConfig(process.env, unknown), unknown }
}

const TYPOS_MAX = 3
/** Names that Node.js and its libraries read. */
const OF_NODE = /^(NODE_|UV_|SSL_CERT_|TZ$|TMPDIR$|PATH$)|_PROXY$/i
/** Shorter names of other programs are like a setting by chance: HOSTS, PORTS. */
const ENVIRONMENT_NAME_MIN_LENGTH = 6

/** Says which of the names in `.env` are no settings, and which setting may have been meant. */
export function unknownIn(names: readonly string[]): string[] {
  return names.filter(isNoSetting).flatMap((name) => {
    const meant = settingMeantBy(name, 3)
    if (meant !== undefined) return `${name} in .env is no setting. Is it ${meant}?`
    return OF_NODE.test(name) ? [] : `${name} in .env is no setting.`
  })
}

/** Says which names in the environment look like misspelt settings. Other programs have theirs there, so fewer edits count than in `.env`. */
export function misspeltIn(names: readonly string[]): string[] {
  return names.filter(isNoSetting).flatMap((name) => {
    const meant = name.length < ENVIRONMENT_NAME_MIN_LENGTH ? undefined : settingMeantBy(name, 5)
    return meant === undefined ? [] : `${name} in the environment is no setting. Is it ${meant}?`
  })
}

const isNoSetting = (name: string) => !Object.hasOwn(Environment.shape, name)

/** The nearest setting within one edit per `lettersPerEdit` letters. */
function settingMeantBy(name: string, lettersPerEdit: number): string | undefined {
  const typos = Math.min(TYPOS_MAX, Math.floor(name.length / lettersPerEdit))
  const edits = (other: string) => editDistance(name.toUpperCase(), other, typos)
  const [nearest = ''] = Object.keys(Environment.shape).toSorted((a, b) => edits(a) - edits(b))
  return edits(nearest) <= typos ? nearest : undefined
}

/** `hints` are reported with the problems: a misspelt name may be why a setting is missing. @throws ConfigProblems */
export function readConfig(
  env: Record<string, string | undefined>,
  hints: readonly string[] = [],
): Pick<Settings, 'config' | 'secrets'> {
  // Files of variables may end their lines with spaces or carriage returns, which no value needs.
  const trimmed = Object.entries(env).map(([name, value = '']) => [name, value.trim()] as const)
  const set = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  const malformed = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  const problems = [...malformed, ...contradictionsIn(set)]
  if (!parsed.success || problems.length > 0) throw new ConfigProblems([...problems, ...hints])
  return { config: configOf(parsed.data), secrets: secretsOf(parsed.data) }
}

type Variables = z.output<typeof Environment>

/** Checks across variables. Uses the raw values, so that these problems are reported along with malformed variables. */
function contradictionsIn(env: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  if ((env.OIDC_ISSUER === undefined) !== (env.OIDC_CLIENT_ID === undefined)) {
    problems.push('OIDC_ISSUER and OIDC_CLIENT_ID: set both or neither')
  }
  if (env.OIDC_ISSUER !== undefined && env.EMBEDDED_SIGN_IN !== undefined) {
    problems.push('OIDC_ISSUER and EMBEDDED_SIGN_IN: set one of them, because users sign in at your provider or here')
  }
  if (env.OIDC_ISSUER === undefined && env.EMBEDDED_SIGN_IN === undefined) {
    const hint = 'set OIDC_ISSUER, EMBEDDED_SIGN_IN=password, or EMBEDDED_SIGN_IN=allow to let anyone sign in as anyone'
    if (env.NODE_ENV === 'production')
      problems.push(`NODE_ENV=production: the embedded sign-in requires no password; ${hint}`)
    if (env.HOST !== undefined && !isLoopback(env.HOST)) {
      problems.push(`HOST: this address exposes the embedded sign-in, which requires no password; ${hint}`)
    }
    if (isPublicUrl(env.PUBLIC_URL)) {
      problems.push(`PUBLIC_URL: a public name exposes the embedded sign-in, which requires no password; ${hint}`)
    }
  }
  if (env.SCAN_READERS !== undefined && Number(env.SCAN_READERS) === 0 && env.DATABASE_URL === undefined) {
    problems.push('SCAN_READERS: with 0, nobody reads the photos, because the embedded database has one process only')
  }
  if (env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) && new URL(env.PUBLIC_URL).pathname !== '/') {
    problems.push('PUBLIC_URL: must not have a path')
  }
  for (const proxy of listOf(env.TRUSTED_PROXIES ?? 'none')) {
    if (!isAddressRange(proxy))
      problems.push(`TRUSTED_PROXIES: ${proxy || 'an empty entry'} is not an address or range`)
  }
  if (Number(env.METRICS_PORT) === Number(env.PORT ?? PORT_DEFAULT)) {
    problems.push('METRICS_PORT: must not be PORT')
  }
  const forEmail = ['MAIL_FROM', 'PUBLIC_URL'].filter((name) => env.SMTP_URL !== undefined && env[name] === undefined)
  problems.push(...forEmail.map((name) => `${name}: required by SMTP_URL`))
  const modelProblem = env.VISION_MODELS === undefined ? undefined : modelFolderProblem(env.VISION_MODELS)
  if (modelProblem !== undefined) problems.push(`VISION_MODELS: ${modelProblem}`)
  problems.push(...visionProblems(env), ...discoveryProblems(env.DISCOVERY ?? 'none', env.VISION_ENGINE))
  if (env.IMAGE_SOURCE !== undefined && !env.IMAGE_SOURCE.includes('{name}')) {
    problems.push('IMAGE_SOURCE: must contain {name}, and may contain {brewery}')
  }
  return problems
}

function visionProblems(env: Record<string, string | undefined>): string[] {
  const { VISION_ENGINE: engine = 'embedded' } = env
  if (engine === 'embedded') {
    const unused = ['VISION_MODEL', 'VISION_API_KEY', 'VISION_BASE_URL'].filter((name) => env[name] !== undefined)
    return unused.map((name) => `${name}: has no effect unless VISION_ENGINE names a provider`)
  }
  const needed = ['VISION_MODEL', engine === 'openai-compatible' ? 'VISION_BASE_URL' : 'VISION_API_KEY']
  const missing = needed.filter((name) => env[name] === undefined)
  return [...missing.map((name) => `${name}: required by VISION_ENGINE=${engine}`), ...unsendable(env)]
}

/** With these no request to a provider can be made, and only the photos would show it. */
function unsendable({
  VISION_BASE_URL: baseUrl = '',
  VISION_API_KEY: key = '',
}: Record<string, string | undefined>): string[] {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const hasMore = url !== undefined && `${url.username}${url.password}${url.search}${url.hash}` !== ''
  return [
    ...(hasMore ? ['VISION_BASE_URL: must end with a path, and name no user; a key is set by VISION_API_KEY'] : []),
    ...(/[^\x21-\x7e]/.test(key) ? ['VISION_API_KEY: has a space or a character that no key has'] : []),
  ]
}

/** The entries of a comma-separated list; `none` has no entries. */
function listOf(text: string): string[] {
  return text.trim() === 'none' ? [] : text.split(',').map((each) => each.trim())
}

function discoveryOf(text: string): AllowedSource[] {
  return listOf(text).map((each) => {
    const [name = '', address] = each.split(/=(.*)/u)
    return { name, address }
  })
}

function discoveryProblems(text: string, engine = 'embedded'): string[] {
  if (discoveryOf(text).some(({ name, address }) => name === AI_SOURCE && (engine === 'embedded' || address))) {
    return [`DISCOVERY: ${AI_SOURCE} uses the provider in VISION_ENGINE, which must be set, and takes no other address`]
  }
  return discoveryOf(text).flatMap(({ name, address }) => {
    if (!DISCOVERY_SOURCES.includes(name))
      return [
        `DISCOVERY: ${name || 'an empty name'} is not one of ${DISCOVERY_SOURCES.join(', ')}, nor none on its own`,
      ]
    if (address === undefined || isHttp(address)) return []
    return [`DISCOVERY: the address of ${name} must start with https:// or http://`]
  })
}

function configOf(env: Variables): Config {
  const embeddedSignIn = env.OIDC_ISSUER === undefined && env.EMBEDDED_SIGN_IN === undefined
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST ?? (embeddedSignIn ? 'localhost' : '0.0.0.0'),
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    trustedProxies: listOf(env.TRUSTED_PROXIES),
    dataDir: env.DATA_DIR,
    diskReserveBytes: env.DISK_RESERVE_MB * 1024 * 1024,
    database: env.DATABASE_URL === undefined ? 'embedded' : 'postgres',
    oidc:
      env.OIDC_ISSUER !== undefined && env.OIDC_CLIENT_ID !== undefined
        ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID }
        : undefined,
    embeddedSignIn: env.EMBEDDED_SIGN_IN,
    sessionIdleDays: env.SESSION_IDLE_DAYS,
    retention: {
      scanDays: limitOf(env.KEEP_SCANS_DAYS),
      searchDays: limitOf(env.KEEP_SEARCHES_DAYS),
      provisionalDays: limitOf(env.KEEP_PROVISIONAL_DAYS),
    },
    securityContact: env.SECURITY_CONTACT,
    webPush: env.WEB_PUSH === 'allow',
    mailFrom: env.SMTP_URL === undefined ? undefined : env.MAIL_FROM,
    vision: visionOf(env),
    scanReaders: env.SCAN_READERS,
    queueLimits: { perUser: env.QUEUE_PER_USER, all: env.QUEUE_TOTAL },
    imageSource: env.IMAGE_SOURCE,
    discovery: discoveryOf(env.DISCOVERY),
    metricsPort: env.METRICS_PORT,
    drainSeconds: env.DRAIN_SECONDS,
    logLevel: env.LOG_LEVEL,
  }
}

/** Undefined: no limit. */
const limitOf = (amount: number | 'unlimited') => (amount === 'unlimited' ? undefined : amount)

function visionOf(env: Variables): VisionConfig {
  const { VISION_ENGINE: name, VISION_MODEL: model, VISION_BASE_URL: baseUrl, VISION_ANSWERS: answers } = env
  return {
    provider: name === 'embedded' || model === undefined ? undefined : { name, model, baseUrl, answers },
    hasFallback: env.VISION_FALLBACK === 'embedded',
    models: env.VISION_MODELS,
    budget: { perUser: limitOf(env.VISION_SCANS_PER_USER), total: limitOf(env.VISION_SCANS_TOTAL) },
  }
}

function secretsOf(env: Variables): Secrets {
  return {
    databaseUrl: env.DATABASE_URL,
    oidcClientSecret: env.OIDC_CLIENT_SECRET,
    visionApiKey: env.VISION_API_KEY,
    metricsToken: env.METRICS_TOKEN,
    smtpUrl: env.SMTP_URL,
  }
}
