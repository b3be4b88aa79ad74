import type { FastifyInstance } from 'fastify'
import { beginImport, getImport, listCheckIns, listImports, startImport, undoImport } from '#contracts'
import { bind } from '../http/bind.ts'
import { ProductError } from '../http/errors.ts'
import { takeFiles } from '../http/read-file.ts'
import { cleanHourly } from '../jobs/housekeeping.ts'
import { kindOf } from './file-kind.ts'
import type { ImportStore } from './import-store.ts'
import { storable } from './records.ts'
import type { ImportRunner } from './run-import.ts'

const FILES_PER_MINUTE = 20

export async function importRoutes(
  app: FastifyInstance,
  { imports, runner }: { imports: ImportStore; runner: Pick<ImportRunner, 'wake'> },
): Promise<void> {
  await app.register(async (scope) => {
    takeFiles(scope)
    bind(
      scope,
      beginImport,
      async ({ user, query, form }) => {
        const kind = kindOf(form.file)
        const begun = await imports.of(user.id).begin(storable(query.name, 200), kind, form.file)
        runner.wake()
        return { status: 202, body: begun }
      },
      { perMinute: FILES_PER_MINUTE },
    )
  })

  bind(app, listImports, async ({ user }) => ({ status: 200, body: await imports.of(user.id).list() }))

  bind(app, getImport, async ({ user, params }) => {
    const found = await imports.of(user.id).byId(params.id)
    if (!found) throw new ProductError('not_found', 'There is no such import.')
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

  bind(app, listCheckIns, async ({ user }) => ({ status: 200, body: await imports.of(user.id).checkIns() }))

  cleanHourly(app, 'forgotten import files', () => imports.removeForgotten())
}
