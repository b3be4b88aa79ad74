/**
 * Commands on a running installation with the embedded database: nobody else may open the folder, so the server itself carries
 * them out. They come over a socket in the data folder, which only its owner can reach: one line of JSON asks, lines of progress
 * follow, and a last line ends it. Whoever hangs up calls the work off.
 */
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'

/** Carries out one kind of command; what it tells and what it answers has to survive JSON. */
export type Command = (input: unknown, tell: (progress: unknown) => void, signal: AbortSignal) => Promise<unknown>
export type Commands = Readonly<Record<string, Command>>

const Asked = z.object({ command: z.string(), input: z.unknown() })
const Told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: z.unknown() }),
  z.object({ kind: z.literal('done'), answer: z.unknown() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
type Told = z.infer<typeof Told>

/** The name of a socket must fit into 108 bytes on Linux and 104 on macOS. */
const SOCKET_PATH_MAX_BYTES = 100

export class NobodyListens extends Error {
  constructor() {
    super('No server runs on this data folder.')
    this.name = 'NobodyListens'
  }
}

export async function listenForCommands(ports: {
  dataDir: string
  commands: Commands
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}): Promise<{ close(): Promise<void> }> {
  const { dataDir, commands, log } = ports
  const path = socketPath(dataDir)
  makePrivateFolder(dirname(path))
  rmSync(path, { force: true })
  const open = new Set<Socket>()
  const running = new Set<Promise<void>>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    const work = answer(socket, commands, log)
    running.add(work)
    void work.finally(() => running.delete(work))
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(path, () => {
      server.off('error', failed)
      listening()
    })
  })
  chmodSync(path, 0o600)
  return {
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>((closed) => server.close(() => closed()))
      await Promise.all(running)
    },
  }
}

/**
 * Has the server of this data folder carry out a command.
 * @throws NobodyListens when none runs there; Error with the server's message when the command failed.
 */
export async function askServer(
  dataDir: string,
  asked: { command: string; input: unknown },
  onProgress: (progress: unknown) => void,
): Promise<unknown> {
  const socket = await reach(socketPath(dataDir))
  socket.write(`${JSON.stringify(asked)}\n`)
  try {
    for await (const line of createInterface({ input: socket })) {
      const told = Told.parse(JSON.parse(line))
      if (told.kind === 'done') return told.answer
      if (told.kind === 'failed') throw new Error(told.message)
      onProgress(told.progress)
    }
  } finally {
    socket.destroy()
  }
  throw new Error('The server went away before the command was done.')
}

async function answer(
  socket: Socket,
  commands: Commands,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Promise<void> {
  const called = new AbortController()
  socket.on('close', () => called.abort(new Error('the caller hung up')))
  const tell = (told: Told) => {
    if (socket.writable) socket.write(`${JSON.stringify(told)}\n`)
  }
  try {
    const { command: name, input } = Asked.parse(JSON.parse(await firstLine(socket)))
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new Error(`this server knows no command ${name}`)
    log.info({ command: name }, 'a command came over the socket')
    tell({
      kind: 'done',
      answer: await command(input, (progress) => tell({ kind: 'progress', progress }), called.signal),
    })
  } catch (error) {
    if (!called.signal.aborted) log.error({ err: error }, 'a command failed')
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  } finally {
    socket.end()
  }
}

async function firstLine(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.includes('\n')) return text
  }
  throw new Error('the caller asked nothing')
}

function reach(path: string): Promise<Socket> {
  return new Promise((reached, failed) => {
    const socket = connect(path)
    socket.once('connect', () => reached(socket))
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined
      failed(code === 'ENOENT' || code === 'ECONNREFUSED' ? new NobodyListens() : error)
    })
  })
}

/** In the data folder, or where its path is too long for a socket, under a name made of it in a private folder of the system's. */
function socketPath(dataDir: string): string {
  const folder = resolve(dataDir)
  const inside = join(folder, 'commands.sock')
  if (Buffer.byteLength(inside) <= SOCKET_PATH_MAX_BYTES) return inside
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `beergoggles-${userInfo().uid}`, `${name}.sock`)
}

function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid } = userInfo()
  if (uid >= 0 && lstatSync(folder).uid !== uid) throw new Error(`${folder} belongs to another user`)
}
