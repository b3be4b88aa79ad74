/**
 * The second entry of this folder: questions in words to an AI provider, without a photo. Importing it loads no provider's
 * code.
 */
import type { ProviderName } from './engines/ai/settings.ts'
import type { TextProvider } from './engines/ai/text-provider.ts'

export { EngineFailure, type ProviderUsage } from './engine.ts'
export { type ProviderName, providerAddress } from './engines/ai/settings.ts'
export type { TextProvider, TextQuestion } from './engines/ai/text-provider.ts'

/**
 * Opens a provider for questions in words, with the same settings as its vision engine.
 * @throws Error that names the settings that are missing or invalid.
 */
export async function openTextProvider(
  name: ProviderName,
  settings: Readonly<Record<string, unknown>>,
): Promise<TextProvider> {
  return (await import('./engines/ai/text-provider.ts')).openAiText(name, settings)
}
