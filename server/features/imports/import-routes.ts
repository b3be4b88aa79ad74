import type { FastifyInstance } from 'fastify'
import { beginImport, exportRest, getImport, listImports, startImport, undoImport } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import type { DiskSpace } from '../../adapters/disk-space.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { acceptFileBodies } from '../../adapters/http/read-file.ts'
import { cleanHourly } from '../../adapters/jobs/housekeeping.ts'
import type { Poll } from '../../adapters/jobs/poll.ts'
import { restOf } from './export-rest.ts'
import { detectFileKind } from './file-kind.ts'
import type { ImportStore } from './import-store.ts'
import { sanitizeText } from './records.ts'

const FILES_PER_MINUTE = 20

export interface ImportRoutePorts {
  imports: ImportStore
  runner: Pick<Poll, 'wake'>
  clock: Pick<Clock, 'every'>
  db: Db
  disk: Pick<DiskSpace, 'assertRoom'> | undefined
}

export async function importRoutes(
  app: FastifyInstance,
  { db, imports, runner, clock, disk }: ImportRoutePorts,
): Promise<void> {
  await app.register(async (scope) => {
    acceptFileBodies(scope)
    bind(
      scope,
      beginImport,
      async ({ user, query, form }) => {
        const kind = detectFileKind(form.file)
        await disk?.assertRoom()
        const begun = await imports.of(user.id).begin(sanitizeText(query.name, 200), kind, form.file)
        runner.wake()
        return { status: 202, body: begun }
      },
      { perMinute: FILES_PER_MINUTE },
    )
  })

  bind(app, exportRest, async ({ user }) => ({ status: 200, body: await restOf(db, user.id) }))

  bind(app, listImports, async ({ user }) => ({ status: 200, body: await imports.of(user.id).list() }))

  bind(app, getImport, async ({ user, params }) => {
    const found = await imports.of(user.id).byId(params.id)
    if (!found) throw new ProductError('not_found', "We couldn't find that import.")
    return { status: 200, body: found }
  })

  bind(app, startImport, async ({ user, params }) => {
    const started = await imports.of(user.id).start(params.id)
    runner.wake()
    return { status: 202, body: started }
  })

  bind(app, undoImport, async ({ user, params }) => {
    await imports.of(user.id).undo(params.id)
    return { status: 204, body: null }
  })

  cleanHourly(app, clock, 'abandoned imports', () => imports.removeAbandoned())
}
