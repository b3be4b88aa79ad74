/**
 * Wraps an engine and stores each reading in a folder, with its request. An engine that opens the same folder, in this process or another,
 * gets the stored reading instead of a new pass.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scene } from '#contracts'
import type { EngineStep, Photo, VisionEngine } from '#vision'

/** `onLook` is called for every pass that is not stored. */
export function recordingEngine(engine: VisionEngine, folder: string, onPass = () => {}): VisionEngine {
  const fileOf = (photo: Photo, question: unknown) =>
    join(folder, `${hashOf(photo.bytes)}-${hashOf(JSON.stringify(question))}.json`)
  return {
    ...engine,
    async scene(frame, call) {
      const file = fileOf(frame, 'scene')
      const known = await remembered<Scene>(file)
      if (known) return known
      onPass()
      const scene = await engine.scene(frame, call)
      await writeFile(file, toJson({ question: 'scene', answer: scene }))
      return scene
    },
    async *read(photo, ask, call) {
      const file = fileOf(photo, ask)
      const known = await remembered<EngineStep[]>(file)
      if (known) return yield* known
      onPass()
      const steps: EngineStep[] = []
      for await (const step of engine.read(photo, ask, call)) {
        steps.push(step)
        if (step.kind === 'reading') await writeFile(file, toJson({ question: ask, answer: steps }))
        yield step
      }
    },
  }
}

function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

/** Returns the stored steps, or undefined if there are none. */
async function remembered<T>(file: string): Promise<T | undefined> {
  try {
    return fromJson<{ answer: T }>(await readFile(file, 'utf8')).answer
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** JSON with the bytes of lattices as Base64. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part instanceof Uint8Array ? { base64: Buffer.from(part).toString('base64') } : part,
  )
}

function fromJson<T>(json: string): T {
  return JSON.parse(json, (_, part) =>
    typeof part?.base64 === 'string' ? new Uint8Array(Buffer.from(part.base64, 'base64')) : part,
  )
}
