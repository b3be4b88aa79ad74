/** Bundles a program that tests run as a process of its own: it starts in a fifth of the time that loading TypeScript takes. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** As in `scripts/build.mjs`. */
const INLINED = ['words.yaml', 'places.yaml']

/** Packages stay outside, so that the bundle has to be inside the project. */
const options = (define: Record<string, string> = {}) =>
  ({
    absWorkingDir: ROOT,
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
  }) satisfies BuildOptions

/** Bundles the program with this entry into one file. */
export async function bundleProgram(entry: URL, outfile: string, define: Record<string, string> = {}): Promise<void> {
  await build({ ...options(define), entryPoints: [fileURLToPath(entry)], outfile })
}

/** Bundles the program into a folder of its own. Returns its path, for `fork` or `spawn`, and the way to remove it. */
export async function temporaryProgram(entry: URL): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(ROOT, 'node_modules/.test-program-'))
  await build({
    ...options(),
    entryPoints: [{ in: fileURLToPath(entry), out: 'program' }],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    // One file would load at its start every package that some part of the program imports when it needs it.
    splitting: true,
  })
  return { path: join(folder, 'program.mjs'), remove: () => rm(folder, { recursive: true, force: true }) }
}

function readData(name: string): unknown {
  return parse(readFileSync(join(ROOT, 'catalogue/data', name), 'utf8'))
}
