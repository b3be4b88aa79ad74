/** Bundles a program that tests run as a process of its own: it starts in a fifth of the time that loading TypeScript takes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { WORDS } from '#catalogue/words'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

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
    define: { WORD_LISTS: JSON.stringify(WORDS), ...define },
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
