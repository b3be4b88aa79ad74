/** What the readers are started with: the configured engine, and the one that stands in. The key goes nowhere else. */
import type { ReaderOptions } from '#recognition'
import type { Secrets, VisionConfig } from '../config.ts'

type Provider = NonNullable<VisionConfig['provider']>

/** What a provider is opened with. */
export function settingsOf({ name: _, ...provider }: Provider, { visionApiKey }: Pick<Secrets, 'visionApiKey'>) {
  return { ...provider, apiKey: visionApiKey }
}

export function enginesOf(
  { provider, hasFallback }: VisionConfig,
  { visionApiKey }: Pick<Secrets, 'visionApiKey'>,
): Pick<ReaderOptions, 'engine' | 'fallback'> {
  if (!provider) return { engine: { name: 'embedded' } }
  const engine = { name: provider.name, ...settingsOf(provider, { visionApiKey }) }
  return { engine, ...(hasFallback && { fallback: { name: 'embedded' } }) }
}
