/** Bundles a program that tests run as a process of its own: it starts in a fifth of the time that loading TypeScript takes. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** As in `scripts/build.mjs`. */
const INLINED = ['words.yaml', 'places.yaml']

/** Bundles the program with this entry into one file. Packages stay outside, so the file has to be inside the project. */
export async function bundleProgram(entry: URL, outfile: string, define: Record<string, string> = {}): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    define: {
      INLINED_DATA: JSON.stringify(Object.fromEntries(INLINED.map((name) => [name, readData(name)]))),
      ...define,
    },
    logLevel: 'warning',
  })
}

/** Bundles the program into a folder of its own. Returns its path, for `fork` or `spawn`, and the way to remove it. */
export async function temporaryProgram(entry: URL): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(ROOT, 'node_modules/.test-program-'))
  const path = join(folder, 'program.mjs')
  await bundleProgram(entry, path)
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}

function readData(name: string): unknown {
  return parse(readFileSync(join(ROOT, 'catalogue/data', name), 'utf8'))
}
