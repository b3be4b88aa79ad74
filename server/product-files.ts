/** Where the server finds what was built beside it; in the sources nothing was, and the shipped data is compiled when asked for. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileShipped } from '#catalogue/shipped'

/** The folder of the build; undefined when the sources run. Modules stand in it two or three levels deep. */
export const BUILT: string | undefined = import.meta.url.endsWith('.js')
  ? ['..', '../..']
      .map((path) => fileURLToPath(new URL(path, import.meta.url)))
      .find((path) => existsSync(join(path, 'catalogue.json')))
  : undefined

/** The shipped catalogue as `openShipped` reads it. */
export function shippedCatalogue(): string {
  return BUILT ? readFileSync(join(BUILT, 'catalogue.json'), 'utf8') : compileShipped()
}

/** The database folder that a new installation starts from. */
export function databaseTemplate(): string | undefined {
  return BUILT && join(BUILT, 'database')
}
