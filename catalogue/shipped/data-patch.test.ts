import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CountryFile } from './data-format.ts'
import { commentsOf, type DataChange, dataPatch } from './data-patch.ts'

const PATH = 'catalogue/data/beers/wales.yaml'
const WALES = `country: Wales
breweries:
  - name: Mill Lane
    city: Cardiff
    beers:
      - { name: Night Shift, style: Stout, abv: 5, popularity: 20, aliases: ["Shift: Night", Late $& Shift], source: label, checked: 2026-01, description: "Dark, dry." }
      - { name: Dawn, style: Pale Ale, abv: { default: 5, DE: 4.9 }, popularity: 20 }
      - { name: Noon, style: Pale Ale, popularity: 20 }
  - name: Old Mill
    beers:
      - { name: Dusk, style: Mild, abv: 3.5, popularity: 20 }
      - { name: Late, style: Mild, popularity: 20 }
`

let folder: string | undefined
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true, force: true })
  folder = undefined
})

/** Applies the patch with git, and returns the file. */
function applied(patch: string): string {
  folder = mkdtempSync(join(tmpdir(), 'bg-patch-'))
  mkdirSync(dirname(join(folder, PATH)), { recursive: true })
  writeFileSync(join(folder, PATH), WALES)
  execFileSync('git', ['apply', '-'], { cwd: folder, input: patch, stdio: ['pipe', 'ignore', 'inherit'] })
  return readFileSync(join(folder, PATH), 'utf8')
}

const change = (key: string, set: Extract<DataChange, { kind: 'beer' }>['set']): DataChange => ({
  kind: 'beer',
  key: `wales/${key}`,
  set,
  why: [`${key} ${JSON.stringify(set)}`],
})

it('changes one line for each beer and nothing else', () => {
  const changes = [
    change('mill-lane/night-shift', { name: 'Nightshift', id: 'night-shift', source: undefined, checked: undefined }),
    change('mill-lane/dawn', { abv: 4.8 }),
    change('old-mill/late', { abv: 4, status: 'retired' }),
  ]
  const { patch, missed } = dataPatch(new Map([[PATH, WALES]]), changes)
  expect(missed).toEqual([])
  const [before, after] = [WALES.split('\n'), applied(patch).split('\n')]
  expect(after).toHaveLength(before.length)
  const changed = after.filter((line, nth) => line !== before[nth])
  expect(changed).toEqual([
    '      - { name: Nightshift, style: Stout, abv: 5, popularity: 20, aliases: ["Shift: Night", Late $& Shift], description: "Dark, dry.", id: night-shift }',
    '      - { name: Dawn, style: Pale Ale, abv: { default: 4.8, DE: 4.9 }, popularity: 20 }',
    '      - { name: Late, style: Mild, popularity: 20, abv: 4, status: retired }',
  ])
})

it('adds a beer behind the last one of its brewery', () => {
  const added = {
    kind: 'new beer',
    breweryKey: 'wales/mill-lane',
    fields: { name: 'Eve: Red', style: 'Bitter' },
  } as const
  const { patch } = dataPatch(new Map([[PATH, WALES]]), [{ ...added, why: [] }])
  const { breweries } = CountryFile.parse(parse(applied(patch)))
  expect(breweries[0]?.beers.map(({ name }) => name)).toEqual(['Night Shift', 'Dawn', 'Noon', 'Eve: Red'])
  expect(breweries[1]?.beers).toHaveLength(2)
})

it('says why, in lines that are no part of the patch', () => {
  const { patch } = dataPatch(new Map([[PATH, WALES]]), [{ ...change('old-mill/dusk', { abv: 4 }), why: ['--- a/x'] }])
  expect(patch.split('\n')[0]).toBe('# --- a/x')
  expect(applied(patch)).toContain('{ name: Dusk, style: Mild, abv: 4, popularity: 20 }')
})

/** As a name of a beer or a note of a user could be. */
const HOSTILE = ['one', '--- a/package.json', '+++ b/package.json', '@@ -1,1 +1,1 @@', '-{', '+{ "evil": 1'].join('\n')

it.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'comments out each line of a text, after %j',
  (end) => {
    const text = HOSTILE.replaceAll('\n', end)
    expect(commentsOf([text, 'two'])).toBe(`${HOSTILE.replace(/^/gmu, '# ')}\n# two\n`)
  },
)

it.each([HOSTILE, `say "${HOSTILE}"`])('changes its own files only, whatever a field contains', (name) => {
  const hostile = { ...change('old-mill/dusk', { name }), why: [HOSTILE] }
  const { patch } = dataPatch(new Map([[PATH, WALES]]), [hostile])
  const files = execFileSync('git', ['apply', '--numstat', '-'], { input: patch }).toString()
  expect(files.trim().split('\n')).toEqual([expect.stringMatching(/^\d+\t1\tcatalogue\/data\/beers\/wales.yaml$/u)])
})

it('writes nothing for no change, and returns the changes of unknown entries', () => {
  expect(dataPatch(new Map([[PATH, WALES]]), [])).toEqual({ patch: '', missed: [] })
  const unknown = change('mill-lane/gone', { abv: 4 })
  expect(dataPatch(new Map([[PATH, WALES]]), [unknown])).toEqual({ patch: '', missed: [unknown] })
})
