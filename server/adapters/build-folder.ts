import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The build folder, one or two levels above the bundle and its chunks; undefined when running from the sources. */
export const BUILD_FOLDER: string | undefined = import.meta.url.endsWith('.js')
  ? ['..', '../..']
      .map((path) => fileURLToPath(new URL(path, import.meta.url)))
      .find((path) => existsSync(join(path, 'catalogue.json')))
  : undefined
