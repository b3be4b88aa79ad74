/** Asks the server of this installation, if it runs, as a proxy on this machine would. */
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { ErrorBody } from '#contracts'
import type { Config } from '../config.ts'

const ANSWER_MAX_MS = 10_000
/** More than any sign-in takes. */
const REDIRECTS_MAX = 10

/** The answer of `GET /readyz`. */
const Ready = z.object({ status: z.string(), database: z.boolean(), readers: z.boolean() })

type Address = Pick<Config, 'host' | 'port'>

/** Undefined if no server answers, or another program does. */
export async function readinessOf(address: Address): Promise<z.infer<typeof Ready> | undefined> {
  try {
    const { body } = await get(address, new URL(`http://localhost:${address.port}/readyz`))
    return Ready.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

/** Whether the product serves metrics there, be it to others only. */
export async function hasMetrics(address: Address): Promise<boolean> {
  try {
    const { message, body } = await get(address, new URL(`http://localhost:${address.port}/metrics`))
    return message.statusCode === 403 ? isForbidden(JSON.parse(body)) : body.includes('readers_ready')
  } catch {
    return false
  }
}

const isForbidden = (body: unknown) => ErrorBody.safeParse(body).data?.code === 'forbidden'

export interface LastAnswer {
  url: URL
  /** Null if it is of another origin, which was not asked. */
  status: number | null
  body: string
}

/** Follows redirects within the origin of the URL, and keeps cookies on the way. @throws if the server does not answer, or redirects for ever */
export async function follow(address: Address, first: URL): Promise<LastAnswer> {
  const cookies = new Map<string, string>()
  let url = first
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const { message, body } = await get(address, url, cookies)
    for (const line of message.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';', 1)
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const { statusCode: status = 0, headers } = message
    if (headers.location === undefined) return { url, status, body }
    url = new URL(headers.location, url)
    if (url.origin !== first.origin) return { url, status: null, body: '' }
  }
  throw new Error(`${first.pathname} redirects for ever`)
}

async function get(
  { host, port }: Address,
  { pathname, search, host: name }: URL,
  cookies = new Map<string, string>(),
) {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const headers = { host: name, accept: 'text/html', ...(cookie && { cookie }) }
    const signal = AbortSignal.timeout(ANSWER_MAX_MS)
    const options = { host: reachable(host), port, path: `${pathname}${search}`, headers, signal }
    request(options, resolve).once('error', reject).end()
  })
  return { message, body: await text(message) }
}

function reachable(host: string): string {
  if (host === 'localhost' || host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
