/** Reads the files of `catalogue/data`. The build inlines those that the running product needs, so that it parses no YAML. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

/** Contents by file name. Set by the build. */
declare const INLINED_DATA: Readonly<Record<string, unknown>>

/** @throws Error with the path of the entry when the file does not match the schema. */
export function readDataFile<T extends z.ZodType>(name: string, format: T): z.output<T> {
  const parsed = format.safeParse(contentOf(name))
  if (parsed.success) return parsed.data
  throw new Error(`catalogue/data/${name} does not match its schema:\n${z.prettifyError(parsed.error)}`)
}

function contentOf(name: string): unknown {
  const inlined = typeof INLINED_DATA === 'undefined' ? undefined : INLINED_DATA[name]
  return inlined ?? parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'))
}
