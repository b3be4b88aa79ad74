/** What the readers are started with: the configured engine, and the one that stands in. The key goes nowhere else. */
import type { ReaderOptions } from '#recognition'
import type { Secrets, VisionConfig } from '../config.ts'

export function enginesOf(
  { provider, hasFallback }: VisionConfig,
  { visionApiKey }: Pick<Secrets, 'visionApiKey'>,
): Pick<ReaderOptions, 'engine' | 'fallback'> {
  if (!provider) return { engine: { name: 'embedded' } }
  const engine = { ...provider, apiKey: visionApiKey }
  return { engine, ...(hasFallback && { fallback: { name: 'embedded' } }) }
}
