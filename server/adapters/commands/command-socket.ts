/**
 * Runs commands in a server that uses the embedded database, because no other process may open the data folder. They arrive
 * over a Unix socket that only the owner of the folder can open: one line of JSON is the request, lines of progress follow, and
 * the last line is the result or the error. Closing the connection aborts the command.
 */
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { withoutStatement } from '../failed-statement.ts'
import { jsonLine, linesIn } from '../json-lines.ts'
import { makeFolder } from '../make-folder.ts'
import { fitsSocketPath } from '../socket-path.ts'
import { CommandRefused } from './command-refused.ts'

/** Runs one kind of command. Its progress and its result must be serialisable as JSON. */
export type Command = (input: unknown, report: (progress: unknown) => void, signal: AbortSignal) => Promise<unknown>
type Commands = Readonly<Record<string, Command>>

const CommandRequest = z.object({ command: z.string(), input: z.unknown() })
const ServerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: z.unknown() }),
  z.object({ kind: z.literal('done'), result: z.unknown() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
type ServerMessage = z.infer<typeof ServerMessage>

/** Codes of the file system. */
const OUT_OF_REACH = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'])

export class ServerNotRunning extends Error {
  constructor() {
    super('No server is running on this data folder.')
    this.name = 'ServerNotRunning'
  }
}

interface CommandPorts {
  dataDir: string
  commands: Commands
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

export async function listenForCommands(ports: CommandPorts): Promise<{ close(): Promise<void> }> {
  const path = socketPath(ports.dataDir)
  makePrivateFolder(dirname(path))
  rmSync(path, { force: true })
  const sockets = new Set<Socket>()
  const running = new Set<Promise<void>>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    const work = handleConnection(socket, ports)
    running.add(work)
    void work.finally(() => running.delete(work))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
  chmodSync(path, 0o600)
  return {
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await Promise.all(running)
    },
  }
}

/**
 * Runs a command in the server of this data folder and returns its result.
 * @throws ServerNotRunning; Error with the server's message if the command failed
 */
export async function sendCommand(
  dataDir: string,
  request: { command: string; input: unknown },
  onProgress: (progress: unknown) => void,
): Promise<unknown> {
  const socket = await connectTo(socketPath(dataDir))
  socket.write(jsonLine(request))
  try {
    for await (const line of linesIn(socket)) {
      const message = ServerMessage.parse(JSON.parse(line))
      if (message.kind === 'done') return message.result
      if (message.kind === 'failed') throw new Error(message.message)
      onProgress(message.progress)
    }
  } finally {
    socket.destroy()
  }
  throw new Error('The server closed the connection before the command finished.')
}

async function handleConnection(socket: Socket, { dataDir, commands, log }: CommandPorts): Promise<void> {
  const controller = new AbortController()
  socket.on('close', () => controller.abort(new Error('the client closed the connection')))
  const send = (message: ServerMessage) => {
    if (socket.writable) socket.write(jsonLine(message))
  }
  try {
    const { command: name, input } = CommandRequest.parse(JSON.parse(await firstLine(socket)))
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new CommandRefused(`unknown command: ${name}`)
    log.info({ command: name }, 'running a command from the socket')
    const report = (progress: unknown) => send({ kind: 'progress', progress })
    send({ kind: 'done', result: await command(input, report, controller.signal) })
  } catch (error) {
    const refusal = refusalOf(error, dataDir)
    // Its message may hold an e-mail address.
    if (refusal !== undefined) log.info('refused a command from the socket')
    else if (!controller.signal.aborted) log.error({ err: error }, 'a command from the socket failed')
    send({ kind: 'failed', message: refusal ?? messageOf(withoutStatement(error)) })
  } finally {
    socket.end()
  }
}

/** What the sender can correct. As a service or in a container, the server may see none of the files that the sender sees. */
function refusalOf(error: unknown, dataDir: string): string | undefined {
  if (error instanceof CommandRefused) return error.message
  const isOutOfReach = error instanceof Error && 'code' in error && OUT_OF_REACH.has(String(error.code))
  if (!isOutOfReach || !('path' in error)) return undefined
  return `The server cannot reach ${error.path} (${error.code}). Use a file in ${resolve(dataDir)}, which it can read and write.`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function firstLine(socket: Socket): Promise<string> {
  for await (const line of linesIn(socket.iterator({ destroyOnReturn: false }))) return line
  throw new Error('the client closed the connection without a request')
}

function connectTo(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined
      reject(code === 'ENOENT' || code === 'ECONNREFUSED' ? new ServerNotRunning() : error)
    })
  })
}

/** In the data folder or, if its path is too long for a socket, named by its hash in a private folder of the system's temporary folder. */
function socketPath(dataDir: string): string {
  const folder = resolve(dataDir)
  const inside = join(folder, 'commands.sock')
  if (fitsSocketPath(inside)) return inside
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `beergoggles-${userInfo().uid}`, `${name}.sock`)
}

function makePrivateFolder(folder: string): void {
  makeFolder(folder)
  const { uid } = userInfo()
  if (uid >= 0 && lstatSync(folder).uid !== uid) throw new Error(`${folder} belongs to another user`)
}
