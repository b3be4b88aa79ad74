/**
 * An engine that reads a photo once for each question and writes the answer into a folder. Whoever opens the same folder,
 * in this process or another, matches the same reading again and pays no second look. The folder lives as long as one run.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scene } from '#contracts'
import type { EngineStep, Photo, VisionEngine } from '#vision'

/** `onLook` is told of every look that is not remembered. */
export function rememberingEngine(engine: VisionEngine, folder: string, onLook = () => {}): VisionEngine {
  const fileOf = (photo: Photo, question: unknown) =>
    join(folder, `${hashOf(photo.bytes)}-${hashOf(JSON.stringify(question))}.json`)
  return {
    ...engine,
    async scene(frame, call) {
      const file = fileOf(frame, 'scene')
      const known = await remembered<Scene>(file)
      if (known) return known
      onLook()
      const scene = await engine.scene(frame, call)
      await writeFile(file, JSON.stringify(scene))
      return scene
    },
    async *read(photo, ask, call) {
      const file = fileOf(photo, ask)
      const known = await remembered<EngineStep[]>(file)
      if (known) return yield* known
      onLook()
      const steps: EngineStep[] = []
      for await (const step of engine.read(photo, ask, call)) {
        steps.push(step)
        if (step.kind === 'reading') await writeFile(file, JSON.stringify(steps))
        yield step
      }
    },
  }
}

function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

/** What this module wrote itself; undefined when nobody looked yet. */
async function remembered<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
