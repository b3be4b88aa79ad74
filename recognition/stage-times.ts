/** Measures where the time of a scan goes, for the metrics of an operator. */
import type { VisionEngine } from '#vision'

/**
 * In seconds. `scene`: deciding what the photo shows; `reading`: all passes of the engine, or the answer of a provider; `matching`:
 * everything else, mostly finding the beers in what was read.
 */
export interface StageTimes {
  scene: number
  reading: number
  matching: number
}

export interface StageWatch {
  /** The same engine; what it takes is measured. */
  watched(engine: VisionEngine): VisionEngine
  times(): StageTimes
}

/** Starts measuring. `now` is in milliseconds. */
export function stageWatch(now: () => number = () => performance.now()): StageWatch {
  const startedAt = now()
  const spent = { scene: 0, reading: 0 }

  /** Returns a function that adds the time since to a stage, once. */
  function begin(stage: keyof typeof spent): () => void {
    let since: number | undefined = now()
    return () => {
      if (since !== undefined) spent[stage] += now() - since
      since = undefined
    }
  }

  return {
    watched: (engine) => ({
      ...engine,
      async scene(frame, call) {
        const end = begin('scene')
        return await engine.scene(frame, call).finally(end)
      },
      async *read(photo, ask, call) {
        let end = begin('reading')
        try {
          for await (const step of engine.read(photo, ask, call)) {
            // Until the next step is asked for, others work.
            end()
            yield step
            end = begin('reading')
          }
        } finally {
          end()
        }
      },
    }),
    times() {
      const { scene, reading } = spent
      const matching = now() - startedAt - scene - reading
      return { scene: scene / 1_000, reading: reading / 1_000, matching: matching / 1_000 }
    },
  }
}
