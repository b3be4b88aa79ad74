/**
 * The port to whoever may know a beer that the catalogue does not: asked for what a user typed, answers with beers and
 * breweries as an import would read them. Sources know no database and store nothing.
 */
import type { ImportedBeer, ImportedBrewery } from '#catalogue'

export interface Discovered {
  beers: ImportedBeer[]
  breweries: ImportedBrewery[]
}

export interface DiscoverySource {
  /** As `catalogue_origins` names it; ids of an import from the same source are the same. */
  name: string
  /** Under what its facts may be used. */
  licence: string | null
  /** @throws whatever keeps it from answering: the network, an answer that is none, the signal. */
  find(query: string, signal: AbortSignal): Promise<Discovered>
}

/** An answer longer than this is not read to its end. */
const ANSWER_MAX_BYTES = 2 * 1024 * 1024

export interface Network {
  fetch: typeof globalThis.fetch
  /** Where the source is; a mirror or a test may stand in. */
  address: string
}

export interface JsonAnswer {
  bytes: Uint8Array
  value: unknown
}

/** Asks for JSON; what is none is no answer. Redirects are not followed: they could lead into the operator's own network. */
export async function askForJson({ fetch }: Network, url: URL, signal: AbortSignal): Promise<JsonAnswer> {
  const answer = await fetch(url, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/json', 'user-agent': 'BeerGoggles/2 (beer catalogue of one installation)' },
  })
  if (!answer.ok || !answer.body) throw new Error(`${url.host} answered ${answer.status}`)
  if (!/\bjson\b/i.test(answer.headers.get('content-type') ?? '')) throw new Error(`${url.host} answered no JSON`)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body) {
    length += chunk.length
    if (length > ANSWER_MAX_BYTES) throw new Error(`${url.host} answered more than ${ANSWER_MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  return { bytes, value: JSON.parse(bytes.toString('utf8')) }
}
