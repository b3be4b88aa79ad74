/**
 * Port for external sources of beers and breweries that the catalogue lacks. Results have the shape of imported rows.
 * Sources do not access the database.
 */
import type { ImportedBeer, ImportedBrewery } from '#catalogue/import'

export interface Discovered {
  beers: ImportedBeer[]
  breweries: ImportedBrewery[]
}

export interface DiscoverySource {
  /** The source in `catalogue_origins`. An import of the same source has the same name and ids. */
  name: string
  licence: string | null
  /** `used_up`: this user, or all together, may not ask the source again today. @throws on network errors, invalid responses and abort. */
  find(query: string, signal: AbortSignal, userId: number): Promise<Discovered | 'used_up'>
}

const RESPONSE_MAX_BYTES = 2 * 1024 * 1024

export interface Network {
  fetch: typeof globalThis.fetch
  /** Base URL of the source, of a mirror or of a test server. */
  address: string
}

export interface JsonResponse {
  bytes: Uint8Array
  value: unknown
}

/** Fetches JSON. Does not follow redirects, because they could point into the operator's private network. */
export async function fetchJson({ fetch }: Network, url: URL, signal: AbortSignal): Promise<JsonResponse> {
  const response = await fetch(url, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/json', 'user-agent': 'BeerGoggles/2 (beer catalogue of one installation)' },
  })
  if (!response.ok || !response.body) throw new Error(`${url.host} responded with status ${response.status}`)
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) throw notJson(url)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body) {
    length += chunk.length
    if (length > RESPONSE_MAX_BYTES) throw new Error(`the response of ${url.host} exceeds ${RESPONSE_MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  try {
    return { bytes, value: JSON.parse(bytes.toString('utf8')) }
  } catch (cause) {
    throw notJson(url, cause)
  }
}

const notJson = (url: URL, cause?: unknown) => new Error(`the response of ${url.host} is not JSON`, { cause })
