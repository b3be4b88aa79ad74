/**
 * The table of engines: a name leads to the module that opens it, imported only when that engine is asked for, so that a
 * process loads the native code and the models of its own engine alone.
 */
import type { EngineSetup, VisionEngine } from './engine.ts'
import type { ProviderName } from './engines/ai/settings.ts'
import type { TextProvider } from './engines/ai/text-provider.ts'

const provider = (name: ProviderName) => async (setup: EngineSetup) =>
  (await import('./engines/ai/index.ts')).openAi(name, setup)

/** Models that others run: photos are sent to them. */
const PROVIDERS = {
  openai: provider('openai'),
  'openai-compatible': provider('openai-compatible'),
  anthropic: provider('anthropic'),
  google: provider('google'),
}

const ENGINES = {
  embedded: async (setup: EngineSetup) => (await import('./engines/embedded/index.ts')).openEmbedded(setup),
  recorded: async (setup: EngineSetup) => (await import('./engines/recorded/index.ts')).openRecorded(setup),
  ...PROVIDERS,
}

export { type ProviderName, providerAddress } from './engines/ai/settings.ts'
export type { TextProvider, TextQuestion } from './engines/ai/text-provider.ts'
export type EngineName = keyof typeof ENGINES

export function isEngineName(name: string): name is EngineName {
  return Object.hasOwn(ENGINES, name)
}

/**
 * Opens an engine and loads what its use needs, so that the first call is as fast as the next.
 * @throws Error when no engine has this name, or when its settings are not what it needs.
 */
export async function openEngine(
  name: string,
  { use = 'photo', settings = {} }: Partial<EngineSetup> = {},
): Promise<VisionEngine> {
  if (!isEngineName(name))
    throw new Error(`There is no vision engine ${name}; known are ${Object.keys(ENGINES).join(', ')}`)
  return await ENGINES[name]({ use, settings })
}

/** True for an engine that sends photos to somebody else, by the name it is configured under. */
export function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name)
}

/**
 * Opens a provider for questions in words, with the settings that its engine has.
 * @throws Error when its settings are not what it needs.
 */
export async function openTextProvider(
  name: ProviderName,
  settings: Readonly<Record<string, unknown>>,
): Promise<TextProvider> {
  return (await import('./engines/ai/text-provider.ts')).openAiText(name, settings)
}
