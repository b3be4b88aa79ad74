/** Small settings kept in this browser. A browser that refuses storage keeps them until the page closes. */
import type { z } from 'zod/mini'

const unkept = new Map<string, string>()

export interface Kept<T> {
  get(): T
  set(value: T): void
}

/** A setting under a name; what does not parse is answered by the default. */
export function kept<S extends z.ZodMiniType>(name: string, schema: S, fallback: z.output<S>): Kept<z.output<S>> {
  const key = `beergoggles.${name}`
  return {
    get() {
      const text = read(key)
      if (text === null) return fallback
      try {
        const parsed = schema.safeParse(JSON.parse(text))
        return parsed.success ? parsed.data : fallback
      } catch {
        return fallback
      }
    },
    set(value) {
      const text = JSON.stringify(value)
      unkept.set(key, text)
      try {
        localStorage.setItem(key, text)
      } catch {
        // A full or forbidden store: the value above serves this page.
      }
    },
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unkept.get(key) ?? null
  } catch {
    return unkept.get(key) ?? null
  }
}
