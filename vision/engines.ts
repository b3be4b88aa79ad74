/**
 * The table of engines: a name leads to the module that opens it, imported only when that engine is asked for, so that a
 * process loads the native code and the models of its own engine alone.
 */
import type { EngineSetup, VisionEngine } from './engine.ts'

const ENGINES = {
  embedded: async (setup: EngineSetup) => (await import('./engines/embedded/index.ts')).openEmbedded(setup),
  recorded: async (setup: EngineSetup) => (await import('./engines/recorded/index.ts')).openRecorded(setup),
}

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
