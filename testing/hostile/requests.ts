/** Requests to the declared routes with hostile paths, queries, bodies and multipart framing. */
import type { AnyRoute } from '#contracts'
import type { Random } from '../pictures/random.ts'
import { hostileJson, hostileText } from './values.ts'

export interface HostileRequest {
  method: AnyRoute['method']
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

const IDS = ['1', '0', '-1', '2147483648', '99999999999', '1e3', '1.5', 'NaN', '0x10', '%00', '%20', '..', ''] as const
const BOUNDARY = 'boundary'
const CONTENT_TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  `multipart/mixed; boundary=${BOUNDARY}`,
  'multipart/',
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
] as const
const FIELDS = [
  'context',
  'scanId',
  'auto',
  'page',
  'pageOf',
  'image',
  '__proto__',
  'constructor',
  '',
  'a"b',
  'ü',
] as const
const FILE_NAMES = ['a.jpg', '../../x', '', 'x'.repeat(2_000)] as const
/** Uploads that are read as files of a user. */
const FILES = [
  'Type,Date,Beer name,Brewery\nFavorite,2024-01-01,TEXT,TEXT\n',
  'beer_name,brewery_name,created_at\nTEXT,TEXT,2024-01-01\n',
  '[{"beer_name": "TEXT", "brewery_name": "TEXT"}]',
  '{"scans": [{"status": "completed", "scanType": "menu", "menuData": "TEXT"}], "searches": [{"query": "TEXT"}]}',
  '{"scans": [[[[[[',
  'TEXT',
] as const

export function hostileRequest(route: AnyRoute, random: Random): HostileRequest {
  const url = route.path.replace(/\{\w+\}/g, () =>
    random.chance(0.5)
      ? random.pick(IDS)
      : encodeURIComponent(
          hostileText(random)
            .replace(/\p{Surrogate}/gu, '')
            .slice(0, 2_000),
        ),
  )
  const query = route.query || random.chance(0.1) ? queryOf(route, random) : ''
  return { method: route.method, url: url + query, ...bodyOf(route, random) }
}

function queryOf({ query }: AnyRoute, random: Random): string {
  const keys = ['__proto__', 'a[b]', ...Object.keys(query?.shape ?? {})] as const
  const parts = Array.from({ length: 1 + Math.floor(random.between(0, 1) * 2) }, () => {
    const value = encodeURIComponent(
      hostileText(random)
        .replace(/\p{Surrogate}/gu, '')
        .slice(0, 2_000),
    )
    return `${random.pick(keys)}=${value}`
  })
  return `?${parts.join('&')}`
}

function bodyOf(route: AnyRoute, random: Random): Pick<HostileRequest, 'headers' | 'payload'> {
  if (route.body) {
    const type = random.chance(0.95) ? 'application/json' : random.pick(CONTENT_TYPES)
    return { headers: { 'content-type': type }, payload: hostileJson(route.body, random) }
  }
  if (!route.form) return { headers: {} }
  if ('maxBytes' in route.form && random.chance(0.5)) {
    return {
      headers: { 'content-type': 'application/octet-stream' },
      payload: random.pick(FILES).replaceAll('TEXT', () => hostileText(random)),
    }
  }
  const type = random.chance(0.8) ? `multipart/form-data; boundary=${BOUNDARY}` : random.pick(CONTENT_TYPES)
  return { headers: { 'content-type': type, prefer: 'respond-async' }, payload: multipart(random) }
}

function multipart(random: Random): Buffer {
  const fields = Array.from({ length: Math.floor(random.between(0, 1) * 4) }, () => {
    const type = random.chance(0.1) ? '\r\ncontent-type: application/json' : ''
    const head = `content-disposition: form-data; name="${random.pick(FIELDS)}"${type}`
    return Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n${hostileText(random)}\r\n`)
  })
  const name = random.chance(0.8) ? 'image' : random.pick(FIELDS)
  const head = `content-disposition: form-data; name="${name}"; filename="${random.pick(FILE_NAMES)}"`
  const content = Buffer.from(random.chance(0.5) ? 'ffd8ffe0' : '474946383961', 'hex')
  const file = Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')])
  const body = Buffer.concat([...fields, file, Buffer.from(`--${BOUNDARY}--\r\n`)])
  if (random.chance(0.2)) return body.subarray(0, Math.floor(random.between(0, 1) * body.length))
  if (random.chance(0.2)) body[Math.floor(random.between(0, 1) * body.length)] = Math.floor(random.between(0, 1) * 256)
  return body
}
