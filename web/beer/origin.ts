/** What a row says of a drink that is no beer, and of a beer that came from a source and that nobody here has looked at. */
import type { Beer } from '#contracts'

const NAMES: Readonly<Record<string, string>> = {
  'open-food-facts': 'Open Food Facts',
  'open-brewery-db': 'Open Brewery DB',
  ai: 'an AI provider',
}
const KINDS: Readonly<Record<string, string>> = { cider: 'Cider', mead: 'Mead' }

/** 'Cider' or 'Mead'; null for a beer. */
export function kindText({ kind }: Pick<Beer, 'kind'>): string | null {
  return KINDS[kind] ?? null
}

/** 'Provisional, from Open Food Facts (ODbL 1.0)'; null for what the catalogue vouches for. */
export function provisionalText({ provisional }: Pick<Beer, 'provisional'>): string | null {
  if (!provisional) return null
  const { source, licence } = provisional
  return `Provisional, from ${NAMES[source] ?? source}${licence === null ? '' : ` (${licence})`}`
}
