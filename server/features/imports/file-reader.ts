/**
 * The program of the process that parses a user's file: takes it compressed on its standard input, and sends a batch of
 * records whenever the server asks for the next one. It has no access to anything else.
 */
import { once } from 'node:events'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { IMPORT_MAX_BYTES } from '#contracts'
import { batchesOf } from './batches.ts'
import { FILE_KINDS } from './file-kind.ts'
import { parseFile } from './parse-file.ts'
import type { FromFileReader } from './read-file-in-process.ts'

// `csv-parse` makes an error of each row with more or fewer fields than the first, and would collect a stack for it.
Error.stackTraceLimit = 0

const kind = FILE_KINDS.find((known) => known === process.argv[2])
if (!kind) throw new Error(`unknown kind of file: ${process.argv[2]}`)
// Signals to the process group are for the server, which ends this process when it stops.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))

const packed: Uint8Array[] = []
for await (const chunk of process.stdin) packed.push(chunk)
const bytes = await promisify(gunzip)(Buffer.concat(packed), { maxOutputLength: IMPORT_MAX_BYTES })

for await (const batch of batchesOf(parseFile(kind, bytes))) await sendWhenAsked(batch)
await sendWhenAsked('end')
process.exit(0)

async function sendWhenAsked(message: FromFileReader): Promise<void> {
  await once(process, 'message')
  await new Promise((resolve) => process.send?.(message, resolve))
}
