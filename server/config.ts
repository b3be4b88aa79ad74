/**
 * The only reader of the environment. Everything is read once at start, all problems are reported together, and secrets
 * are kept apart from what may be printed. With nothing set the product runs on its own: embedded engine, sign-in, database.
 */
import { z } from 'zod'
import type { ProviderName } from '#recognition'
import { AI_SOURCE } from './discovery/ai-source.ts'
import { type AllowedSource, DISCOVERY_SOURCES } from './discovery/sources.ts'

const flag = (value: string) => z.literal(value).optional()
const url = (protocol: RegExp) => z.url({ protocol, error: 'is not an address' }).optional()
const HTTP = /^https?$/
const PROVIDERS = ['openai', 'openai-compatible', 'anthropic', 'google'] as const satisfies ProviderName[]
/** A number, or undefined for no limit. */
const budget = (usual: number) =>
  z
    .union([z.literal('unlimited'), z.coerce.number().int().min(0)], { error: 'is neither a number nor `unlimited`' })
    .default(usual)

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

const Environment = z.object({
  NODE_ENV: z.string().default('development').describe('`production` asks for a real sign-in.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Where the server listens.'),
  HOST: z
    .string()
    .optional()
    .describe('The address it listens on. Default: loopback with the embedded sign-in, otherwise every address.'),
  PUBLIC_URL: url(HTTP).describe('The address that browsers use, when it is not http://localhost:PORT.'),
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database.'),
  DATABASE_URL: url(/^postgres(ql)?$/).describe('PostgreSQL 15 or newer. Default: the embedded database in DATA_DIR.'),
  OIDC_ISSUER: url(HTTP).describe(
    'Your OpenID provider. Default: an embedded one that asks for a name and no password.',
  ),
  OIDC_CLIENT_ID: z
    .string()
    .optional()
    .describe('The client registered there, with the redirect PUBLIC_URL/api/callback.'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
  EMBEDDED_SIGN_IN: flag('allow').describe(
    '`allow`: the embedded sign-in may serve other machines or production. Anyone can then sign in as anyone.',
  ),
  VISION_ENGINE: z
    .enum(['embedded', ...PROVIDERS])
    .default('embedded')
    .describe(
      'What reads the photos: `embedded` on this machine; `openai`, `openai-compatible` (Ollama, LM Studio, vLLM), `anthropic` or `google` send them there. See docs/vision.md.',
    ),
  VISION_MODEL: z.string().optional().describe('The model of that provider. It has to take pictures.'),
  VISION_API_KEY: z.string().optional().describe('Its key. A server of your own may need none.'),
  VISION_BASE_URL: url(HTTP).describe("Its address. Default: the provider's own; `openai-compatible` needs one."),
  VISION_ANSWERS: z
    .enum(['schema', 'json'])
    .default('schema')
    .describe('`json`: for servers that cannot hold an answer to a JSON schema.'),
  VISION_FALLBACK: z
    .enum(['embedded', 'none'])
    .default('embedded')
    .describe('What reads a photo when the provider fails or its budget is used up; the user is told.'),
  VISION_SCANS_PER_USER: budget(50).describe(
    'Photos of one user that the provider reads in a day (UTC), or `unlimited`.',
  ),
  VISION_SCANS_TOTAL: budget(500).describe('Photos of all users together that it reads in a day, or `unlimited`.'),
  SCAN_READERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Processes that read photos, 600-900 MB each (with a provider 300-500 MB). Default: one less than the processors, with a provider at least 4.',
    ),
  QUEUE_PER_USER: z.coerce.number().int().min(1).default(20).describe('Unfinished scans one user may have.'),
  QUEUE_TOTAL: z.coerce.number().int().min(1).default(200).describe('Unfinished scans in all.'),
  IMAGE_SOURCE: url(HTTP).describe(
    'Where pictures of beers come from: an address with {brewery} and {name} that answers with a picture or 404.',
  ),
  DISCOVERY: z
    .string()
    .default('none')
    .describe(
      `What search asks from four letters on, when the catalogue has nothing: \`none\`, or of ${DISCOVERY_SOURCES.join(', ')} what may be sent the words that users type, with a comma between. \`name=address\` asks a mirror.`,
    ),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('How much is logged.'),
})

/** The text of `.env.example`: every variable with what it is for and its default. */
export function describeEnvironment(): string {
  const variables = Object.entries(Environment.shape).map(([name, variable]) => {
    const unset = variable.safeParse(undefined)
    return `# ${variable.description}\n# ${name}=${unset.success ? (unset.data ?? '') : ''}\n`
  })
  return [
    '# Nothing has to be set. Copy this file to .env and uncomment what you want to change, or set it in the environment.\n',
    ...variables,
  ].join('\n')
}

/** What may be printed. */
export interface Config {
  production: boolean
  port: number
  host: string
  /** Without a path and a slash at its end; undefined when browsers come by loopback or a private address. */
  publicUrl: string | undefined
  dataDir: string
  database: 'embedded' | 'postgres'
  /** Undefined: the embedded provider. */
  oidc: { issuer: string; clientId: string } | undefined
  vision: VisionConfig
  scanReaders: number | undefined
  queueLimits: { perUser: number; all: number }
  imageSource: string | undefined
  /** Who may be asked for beers that the catalogue does not have; empty: nobody. */
  discovery: AllowedSource[]
  logLevel: z.output<typeof Environment>['LOG_LEVEL']
}

/** What reads the photos. */
export interface VisionConfig {
  /** Undefined: the embedded engine, which asks nobody. */
  provider: { name: ProviderName; model: string; baseUrl: string | undefined; answers: 'schema' | 'json' } | undefined
  /** The embedded engine stands in for the provider. */
  hasFallback: boolean
  /** Photos a day that the provider may be sent; undefined is no limit. */
  budget: { perUser: number | undefined; total: number | undefined }
}

/** What may not. */
export interface Secrets {
  databaseUrl: string | undefined
  oidcClientSecret: string | undefined
  visionApiKey: string | undefined
}

/** The message lists everything that is wrong, a line each. */
export class ConfigProblems extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigProblems'
  }
}

/** @throws ConfigProblems */
export function readConfig(env: Record<string, string | undefined>): { config: Config; secrets: Secrets } {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = Environment.safeParse(set)
  const malformed = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  const problems = [...malformed, ...contradictionsIn(set)]
  if (!parsed.success || problems.length > 0) throw new ConfigProblems(problems)
  return { config: configOf(parsed.data), secrets: secretsOf(parsed.data) }
}

type Variables = z.output<typeof Environment>

/** What each variable alone cannot say; asked of the texts, so that it is reported beside a variable that is malformed. */
function contradictionsIn(env: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  if ((env.OIDC_ISSUER === undefined) !== (env.OIDC_CLIENT_ID === undefined)) {
    problems.push('OIDC_ISSUER and OIDC_CLIENT_ID: set both or neither')
  }
  if (env.OIDC_ISSUER === undefined && env.EMBEDDED_SIGN_IN === undefined) {
    const hint = 'set OIDC_ISSUER, or EMBEDDED_SIGN_IN=allow if anyone may sign in as anyone'
    if (env.NODE_ENV === 'production')
      problems.push(`NODE_ENV=production: the embedded sign-in asks no password; ${hint}`)
    if (env.HOST !== undefined && !isLoopback(env.HOST)) {
      problems.push(`HOST: other machines would reach a sign-in that asks no password; ${hint}`)
    }
  }
  if (env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) && new URL(env.PUBLIC_URL).pathname !== '/') {
    problems.push('PUBLIC_URL: must not have a path')
  }
  problems.push(...visionProblems(env), ...discoveryProblems(env.DISCOVERY ?? 'none', env.VISION_ENGINE))
  if (env.IMAGE_SOURCE !== undefined && !env.IMAGE_SOURCE.includes('{name}')) {
    problems.push('IMAGE_SOURCE: needs {name}, and may have {brewery}')
  }
  return problems
}

function visionProblems(env: Record<string, string | undefined>): string[] {
  const { VISION_ENGINE: engine = 'embedded' } = env
  if (engine === 'embedded') {
    const unused = ['VISION_MODEL', 'VISION_API_KEY', 'VISION_BASE_URL'].filter((name) => env[name] !== undefined)
    return unused.map((name) => `${name}: is of no use without a provider in VISION_ENGINE`)
  }
  const needed = ['VISION_MODEL', engine === 'openai-compatible' ? 'VISION_BASE_URL' : 'VISION_API_KEY']
  return needed.filter((name) => env[name] === undefined).map((name) => `${name}: VISION_ENGINE=${engine} needs it`)
}

function discoveryOf(text: string): AllowedSource[] {
  if (text.trim() === 'none') return []
  return text.split(',').map((each) => {
    const [name = '', address] = each.trim().split(/=(.*)/u)
    return { name, address }
  })
}

function discoveryProblems(text: string, engine = 'embedded'): string[] {
  if (discoveryOf(text).some(({ name, address }) => name === AI_SOURCE && (engine === 'embedded' || address))) {
    return [`DISCOVERY: ${AI_SOURCE} asks the provider in VISION_ENGINE, which has to be set, and no other address`]
  }
  return discoveryOf(text).flatMap(({ name, address }) => {
    if (!DISCOVERY_SOURCES.includes(name))
      return [`DISCOVERY: ${name || 'an empty name'} is neither none nor one of ${DISCOVERY_SOURCES.join(', ')}`]
    if (address === undefined || isHttp(address)) return []
    return [`DISCOVERY: the address of ${name} does not begin with https:// or http://`]
  })
}

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

function configOf(env: Variables): Config {
  const embeddedSignIn = env.OIDC_ISSUER === undefined && env.EMBEDDED_SIGN_IN === undefined
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST ?? (embeddedSignIn ? 'localhost' : '0.0.0.0'),
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    dataDir: env.DATA_DIR,
    database: env.DATABASE_URL === undefined ? 'embedded' : 'postgres',
    oidc:
      env.OIDC_ISSUER !== undefined && env.OIDC_CLIENT_ID !== undefined
        ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID }
        : undefined,
    vision: visionOf(env),
    scanReaders: env.SCAN_READERS,
    queueLimits: { perUser: env.QUEUE_PER_USER, all: env.QUEUE_TOTAL },
    imageSource: env.IMAGE_SOURCE,
    discovery: discoveryOf(env.DISCOVERY),
    logLevel: env.LOG_LEVEL,
  }
}

function visionOf(env: Variables): VisionConfig {
  const { VISION_ENGINE: name, VISION_MODEL: model, VISION_BASE_URL: baseUrl, VISION_ANSWERS: answers } = env
  const limit = (photos: number | 'unlimited') => (photos === 'unlimited' ? undefined : photos)
  return {
    provider: name === 'embedded' || model === undefined ? undefined : { name, model, baseUrl, answers },
    hasFallback: env.VISION_FALLBACK === 'embedded',
    budget: { perUser: limit(env.VISION_SCANS_PER_USER), total: limit(env.VISION_SCANS_TOTAL) },
  }
}

function secretsOf(env: Variables): Secrets {
  return {
    databaseUrl: env.DATABASE_URL,
    oidcClientSecret: env.OIDC_CLIENT_SECRET,
    visionApiKey: env.VISION_API_KEY,
  }
}
