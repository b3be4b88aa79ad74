import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('ONNX Runtime collects no usage data: it stores neither an id of this machine nor events', async () => {
  const home = mkdtempSync(join(tmpdir(), 'home-'))
  const program = `
    import { openModels } from ${JSON.stringify(new URL('./models.ts', import.meta.url).href)}
    const models = openModels()
    await models.detector()
    await models.close()`
  const { HOME: _, XDG_CACHE_HOME: __, ORT_DISABLE_TELEMETRY: ___, ...env } = process.env
  await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    env: { ...env, HOME: home },
  })
  expect(readdirSync(home, { recursive: true })).toEqual([])
  rmSync(home, { recursive: true })
})
