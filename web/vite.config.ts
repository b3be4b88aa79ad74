/** Builds and serves the phone app. The API and the embedded sign-in are answered by the server beside it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:3000'
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string }

/** The commit that is built; a source archive without git has none. */
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: here('.'),
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  } catch {
    return 'unknown'
  }
}

/** The three fonts of the first screen start loading with the page, before any style sheet names them. */
function preloadFonts(): Plugin {
  const firstScreen = ['fraunces-latin-soft-normal', 'figtree-latin-wght-normal', 'spline-sans-mono-latin-wght-normal']
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        firstScreen.map((font) => {
          const file = Object.keys(bundle ?? {}).find((name) => name.includes(font))
          if (!file) throw new Error(`no font file named ${font} in the build`)
          return {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          }
        }),
    },
  }
}

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss(), preloadFonts()],
  define: { __APP_VERSION__: JSON.stringify(version), __APP_COMMIT__: JSON.stringify(commit()) },
  build: { outDir: here('../dist/web'), emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': apiOrigin, '/idp': apiOrigin },
  },
})
