/** The catalogue commands import, imports and undo. They run in the server or in a separate process. */
import { z } from 'zod'
import type { Lexicons } from '#catalogue'
import { importSourceNamed } from '#catalogue/import'
import { CommandRefused } from '../../adapters/commands/command-refused.ts'
import type { Command } from '../../adapters/commands/command-socket.ts'
import type { Db } from '../../adapters/db/database.ts'
import { listImports } from './import-list.ts'
import { openFiles } from './open-files.ts'
import { type ImportProblem, runImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'

export const ImportRequest = z.object({
  source: z.string(),
  /** Absolute, because the server may have another working directory. */
  paths: z.array(z.string()),
  dryRun: z.boolean(),
  licence: z.string().nullable(),
  /** Namespace for the ids of a table; the file name by default. */
  as: z.string().nullable(),
})
export type ImportRequest = z.infer<typeof ImportRequest>

type ImportProgress = { kind: 'read'; share: number; rows: number } | { kind: 'problem'; problem: ImportProblem }

const PROGRESS_INTERVAL_MS = 200

/** `lexicons` is called when an import starts, because the lexicons take memory that a server otherwise does not need. */
export function importCommands(ports: {
  db: Db
  lexicons: () => Lexicons
}): Record<'import' | 'imports' | 'undo', Command> {
  const { db, lexicons } = ports
  let busy = false
  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy) throw new CommandRefused('Another import is running.')
    busy = true
    try {
      return await work()
    } finally {
      busy = false
    }
  }

  return {
    import: (input, report, signal) =>
      exclusively(async () => {
        const request = ImportRequest.parse(input)
        const source = importSourceNamed(request.source)
        if (!source) throw new CommandRefused(`Unknown source: ${request.source}`)
        const { files, name, share } = openFiles(request.paths, source.filePattern)
        let reportedAt = 0
        return await runImport(
          db,
          lexicons(),
          {
            source: source.idsPerFile ? `${source.name}:${request.as ?? name}` : source.name,
            fileName: name,
            licence: request.licence ?? source.licence,
            items: source.parse(files),
            dryRun: request.dryRun,
          },
          {
            signal,
            onProblem: (problem) => report({ kind: 'problem', problem } satisfies ImportProgress),
            onProgress: (rows) => {
              if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return
              reportedAt = performance.now()
              report({ kind: 'read', share: share(), rows } satisfies ImportProgress)
            },
          },
        )
      }),
    imports: () => listImports(db),
    undo: (input) =>
      exclusively(async () => {
        const { data: id } = z.int32().safeParse(input)
        const undone = id === undefined ? undefined : await undoImport(db, id)
        if (!undone) throw new CommandRefused(`Import ${input} does not exist or was undone already.`)
        return undone
      }),
  }
}
