/** Small settings stored in this browser; in memory where the browser refuses storage. */
import type { z } from 'zod/mini'

/** What this browser could not store; newer than what it has stored. */
const inMemory = new Map<string, string>()

export interface Persisted<T> {
  get(): T
  set(value: T): void
}

/** A setting stored under a name. `get` returns the fallback when the stored value does not parse. */
export function persisted<S extends z.ZodMiniType>(
  name: string,
  schema: S,
  fallback: z.output<S>,
): Persisted<z.output<S>> {
  const key = `beergoggles.${name}`
  return {
    get() {
      const text = read(key)
      if (text === null) return fallback
      try {
        const { data = fallback } = schema.safeParse(JSON.parse(text))
        return data
      } catch {
        return fallback
      }
    },
    set(value) {
      const text = JSON.stringify(value)
      try {
        localStorage.setItem(key, text)
        inMemory.delete(key)
      } catch {
        // Storage is full or forbidden: the value lasts until the page closes.
        inMemory.set(key, text)
      }
    },
  }
}

function read(key: string): string | null {
  try {
    return inMemory.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}
