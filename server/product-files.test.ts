import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { productVersion } from './product-files.ts'

it('names the version and the commit of the build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bg-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const built = { version: '3.1.4', commit: 'abc1234' }
  writeFileSync(join(folder, 'version.json'), JSON.stringify(built))
  expect(productVersion(folder)).toBe('3.1.4+abc1234')
})
