/**
 * The table of engines by name. Each engine's module is imported when it is opened, so that a process loads the native code
 * and the models of its own engine alone.
 */
import type { EngineSetup, VisionEngine } from './engine.ts'
import type { ProviderName } from './engines/ai/settings.ts'

const provider = (name: ProviderName) => async (setup: EngineSetup) =>
  (await import('./engines/ai/index.ts')).openAi(name, setup)

/** AI providers, third-party or self-hosted: photos are sent to them. */
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

export type EngineName = keyof typeof ENGINES

/** Whether an engine of this name exists. */
export function isEngineName(name: string): name is EngineName {
  return Object.hasOwn(ENGINES, name)
}

/**
 * Opens an engine and loads what its use needs, so that the first call is as fast as later ones.
 * @throws Error for an unknown name or invalid settings.
 */
export async function openEngine(
  name: string,
  { use = 'photo', settings = {} }: Partial<EngineSetup> = {},
): Promise<VisionEngine> {
  if (!isEngineName(name))
    throw new Error(`Unknown vision engine '${name}'; the known ones are ${Object.keys(ENGINES).join(', ')}`)
  return await ENGINES[name]({ use, settings })
}

/** True if the engine of this name sends photos to an AI provider. */
export function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name)
}
