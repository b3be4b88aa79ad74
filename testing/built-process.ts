/** A program of the built product as a process of its own, to be stopped and killed by tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

/** On a machine that is busy with other work, too. */
const START_MAX_MS = 180_000
const POLL_MS = 50

/** Options of readers that start as the built server starts them; from the sources, loading takes five times as long. */
export const BUILT_READER = {
  readerScript: new URL('../dist/server/reader.js', import.meta.url),
  lexicons: fileURLToPath(new URL('../dist/lexicons.json', import.meta.url)),
}

export class BuiltProcess {
  private output = ''
  private readonly child: ChildProcess
  private readonly ended: Promise<number | null>

  constructor(program: 'main' | 'worker' | 'catalogue' | 'data', env: Record<string, string>, args: string[] = []) {
    const script = fileURLToPath(new URL(`../dist/server/${program}.js`, import.meta.url))
    if (!existsSync(script)) throw new Error('The product is not built: run `npm run build` first.')
    this.child = spawn(process.execPath, [script, ...args], {
      env: { PATH: process.env.PATH, LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (part) => {
        this.output += String(part)
      })
    }
    this.ended = new Promise((resolve) => this.child.once('exit', resolve))
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  get log(): string {
    return this.output
  }

  /** Resolves with the exit code; null if a signal ended the process. */
  exit(): Promise<number | null> {
    return this.ended
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    this.child.kill(signal)
    return await this.ended
  }

  /** @throws Error with the output if the process ends before, or takes too long; it is killed then */
  async until(isReady: () => boolean | Promise<boolean>): Promise<void> {
    const latest = Date.now() + START_MAX_MS
    while (!(await isReady())) {
      const { exitCode, signalCode } = this.child
      if (exitCode !== null || signalCode !== null || Date.now() > latest) {
        this.child.kill('SIGKILL')
        throw new Error(`The process did not get ready:\n${this.output}`)
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
}

/** A server on a free port, once it is ready. */
export async function startNode(
  env: Record<string, string>,
  port?: number,
): Promise<BuiltProcess & { origin: string }> {
  port ??= await freePort()
  const origin = `http://localhost:${port}`
  const node = Object.assign(new BuiltProcess('main', { PORT: String(port), ...env }), { origin })
  await node.until(() =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return node
}
