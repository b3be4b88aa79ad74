/** Development mode: restarts the server on changes and serves the web app with hot reload on http://localhost:5173. */
import { spawn } from 'node:child_process'
import { commit, isBuilt, ROOT } from './sources.mjs'

if (!isBuilt()) await (await import('./build.mjs')).build()
const env = { ...process.env, COMMIT: commit() }
const children = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'],
].map((args) => spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }))

const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.on('exit', stop)
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
