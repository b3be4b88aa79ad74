/** The configured engine, and the engine options of the reader processes. */
import type { ReaderOptions } from '#recognition'
import type { ProviderName } from '#vision/text'

/** Which engine reads photos, and how many photos a day a provider may read. */
export interface VisionConfig {
  /** Undefined: the embedded engine. */
  provider: { name: ProviderName; model: string; baseUrl: string | undefined; answers: 'schema' | 'json' } | undefined
  /** The embedded engine reads what the provider cannot. */
  hasFallback: boolean
  /** Folder of the embedded engine's networks; undefined for the shipped ones. */
  models: string | undefined
  /** Photos a day, undefined without a limit. */
  budget: { perUser: number | undefined; total: number | undefined }
}

export interface VisionSecrets {
  visionApiKey: string | undefined
}

type Provider = NonNullable<VisionConfig['provider']>

/** Returns the options for opening a provider, including its API key. */
export function settingsOf({ name: _, ...provider }: Provider, { visionApiKey }: VisionSecrets) {
  return { ...provider, apiKey: visionApiKey }
}

export function enginesOf(
  { provider, hasFallback, models }: VisionConfig,
  { visionApiKey }: VisionSecrets,
): Pick<ReaderOptions, 'engine' | 'fallback' | 'frameEngine'> {
  const embedded = { name: 'embedded', ...(models !== undefined && { models }) }
  if (!provider) return { engine: embedded }
  const engine = { name: provider.name, ...settingsOf(provider, { visionApiKey }) }
  return { engine, ...(hasFallback ? { fallback: embedded } : { frameEngine: embedded }) }
}
