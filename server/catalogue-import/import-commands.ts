/** The catalogue's commands: import, the list of imports, undo. The same ones run in the server and on their own. */
import { z } from 'zod'
import { importSourceNamed, type Lexicons } from '#catalogue'
import type { Command } from '../commands/command-socket.ts'
import type { Db } from '../db/database.ts'
import { listImports } from './import-list.ts'
import { openFiles } from './open-files.ts'
import { type ImportProblem, runImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'

export const ImportAsked = z.object({
  source: z.string(),
  /** Absolute, as the server may run elsewhere. */
  paths: z.array(z.string()),
  dryRun: z.boolean(),
  licence: z.string().nullable(),
  /** What the ids of a table belong to; default its file name. */
  as: z.string().nullable(),
})
export type ImportAsked = z.infer<typeof ImportAsked>

export type ImportProgress = { kind: 'read'; share: number; rows: number } | { kind: 'problem'; problem: ImportProblem }

const PROGRESS_INTERVAL_MS = 200

/** `lexicons` is asked when an import begins, as it takes memory that a server mostly does not need. */
export function importCommands(ports: {
  db: Db
  lexicons: () => Lexicons
}): Record<'import' | 'imports' | 'undo', Command> {
  const { db, lexicons } = ports
  let busy = false
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy) throw new Error('Another import is running.')
    busy = true
    try {
      return await work()
    } finally {
      busy = false
    }
  }

  return {
    import: (input, tell, signal) =>
      alone(async () => {
        const asked = ImportAsked.parse(input)
        const source = importSourceNamed(asked.source)
        if (!source) throw new Error(`There is no source ${asked.source}.`)
        const { files, name, share } = openFiles(asked.paths, source.files)
        let toldAt = 0
        return await runImport(
          db,
          lexicons(),
          {
            source: source.idsPerFile ? `${source.name}:${asked.as ?? name}` : source.name,
            fileName: name,
            licence: asked.licence ?? source.licence,
            items: source.read(files),
            dryRun: asked.dryRun,
          },
          {
            signal,
            onProblem: (problem) => tell({ kind: 'problem', problem } satisfies ImportProgress),
            onProgress: (rows) => {
              if (performance.now() - toldAt < PROGRESS_INTERVAL_MS) return
              toldAt = performance.now()
              tell({ kind: 'read', share: share(), rows } satisfies ImportProgress)
            },
          },
        )
      }),
    imports: () => listImports(db),
    undo: (input) =>
      alone(async () => {
        const undone = await undoImport(db, z.number().int().parse(input))
        if (!undone) throw new Error(`There is no import ${input}, or it was taken back already.`)
        return undone
      }),
  }
}
