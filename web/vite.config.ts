/** Builds and serves the phone app. API and embedded sign-in are proxied to the server. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import { build, defineConfig, type Plugin } from 'vite'
import { compileMessages } from './language/messages-plugin.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const TARGET = 'es2022'
const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:3000'
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string }
/** `scripts/build.mjs` and `dev.mjs` pass it. */
const commit = process.env.COMMIT ?? 'unknown'

/** Preloads the three fonts of the first screen, before the style sheet requests them. */
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

/** PNG icons rendered from SVG: file name, side in pixels, source. */
const ICONS = [
  ['icon-192.png', 192, 'icon.svg'],
  ['icon-512.png', 512, 'icon.svg'],
  ['icon-maskable-512.png', 512, 'icon-maskable.svg'],
  ['apple-touch-icon.png', 180, 'icon-maskable.svg'],
] as const

function renderIcons(): Plugin {
  return {
    name: 'render-icons',
    apply: 'build',
    async generateBundle() {
      for (const [fileName, side, svg] of ICONS) {
        const source = await sharp(here(`public/${svg}`))
          .resize(side, side)
          .png()
          .toBuffer()
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

/** Builds the service worker last: it embeds the list of all files and a version hash over their contents. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, output) {
        const version = createHash('sha256')
        const files: string[] = []
        const add = (path: string, content: string | Uint8Array) => {
          files.push(`/${path}`)
          version.update(path).update(content)
        }
        for (const file of Object.values(output)) add(file.fileName, file.type === 'chunk' ? file.code : file.source)
        for (const path of readdirSync(here('public'))) add(path, readFileSync(here(`public/${path}`)))
        if (!files.includes('/index.html'))
          throw new Error('index.html is missing from the files of the service worker')
        const shell = JSON.stringify({ version: version.digest('hex').slice(0, 16), files: files.sort() })
        const result = await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: { __SHELL__: shell },
          build: {
            write: false,
            target: TARGET,
            lib: { entry: here('service-worker/service-worker.ts'), formats: ['iife'], name: 'serviceWorker' },
          },
        })
        const script = [result].flat().flatMap((built) => ('output' in built ? built.output : []))[0]
        if (script?.type !== 'chunk') throw new Error('the build of the service worker has no script')
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: script.code })
      },
    },
  }
}

/**
 * The scripts of the first screens, and what most other screens share, in a few larger files: they compress better, and cost fewer
 * requests. The landing page and the scan home load one without the other; `check-size.mjs` fails if what they share is missing here.
 */
const SHARED_BY_FIRST_SCREENS = /[\\/](ui[\\/](bubbles|goggles|screen)\.tsx|icons[\\/](scan-line|scroll-text)\.mjs)$/
const CHUNKS = [
  { name: 'index', tags: ['$initial' as const], priority: 2 },
  { name: 'first-screens', test: SHARED_BY_FIRST_SCREENS, priority: 2 },
  { name: 'signed-in', test: /[\\/]app[\\/]signed-in\.tsx$/, priority: 1 },
  { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2 },
  { name: 'beer', test: /[\\/]web[\\/]beer[\\/]/, minShareCount: 4 },
  { name: 'contracts', test: /[\\/]contracts[\\/]/, minShareCount: 2 },
]

export default defineConfig({
  root: here('.'),
  plugins: [compileMessages(), react(), tailwindcss(), preloadFonts(), renderIcons(), serviceWorker()],
  define: { __APP_VERSION__: JSON.stringify(version), __APP_COMMIT__: JSON.stringify(commit) },
  resolve: {
    alias: [
      // The router asks for the shim of a hook that React has.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      // See there.
      { find: /^react-remove-scroll-bar$/, replacement: here('ui/scroll-lock.ts') },
    ],
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: TARGET,
    assetsInlineLimit: 0,
    modulePreload: {
      // Browsers without it, Safari before 17, load the modules one after the other.
      polyfill: false,
      // The scan home loads the next screens ahead, with all they import, and so carries no lists of those files.
      resolveDependencies: (_file, imported, { hostId }) =>
        /[\\/]signed-in-/.test(hostId) ? imported.filter((file) => file.endsWith('.css')) : imported,
    },
    rolldownOptions: {
      // A screen then loads only the contracts of its own calls, although all of them come from one entry.
      treeshake: { moduleSideEffects: [{ test: /[\\/](contracts|zod)[\\/]/, sideEffects: false }] },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': apiOrigin, '/idp': apiOrigin },
  },
})
