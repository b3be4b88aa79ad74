/** `docs/asvs.md` has every requirement once, and what it, `security.md` and `reliability.md` name exists. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8')
const FOLDERS_WITHOUT_SOURCES = new Set(['node_modules', 'dist', '.git', '.cache', 'data', 'shared'])
const files = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => {
  if (!entry.isDirectory()) return [entry.name]
  if (FOLDERS_WITHOUT_SOURCES.has(entry.name)) return []
  return readdirSync(`${ROOT}${entry.name}`, { recursive: true, encoding: 'utf8' }).map(
    (path) => `${entry.name}/${path}`,
  )
})

/** The number of requirements of the levels 1 and 2 in each section of version 5.0.0; those of level 3 have higher numbers. */
const SECTIONS: Record<string, number[]> = {
  V1: [2, 9, 11, 3, 2],
  V2: [3, 3, 4, 1],
  V3: [0, 2, 4, 6, 5, 0, 2],
  V4: [3, 1, 2, 4],
  V5: [1, 3, 2, 3],
  V6: [3, 12, 4, 4, 5, 3, 0, 4],
  V7: [3, 4, 2, 5, 2, 2],
  V8: [2, 3, 1, 1],
  V9: [3, 4],
  V10: [2, 2, 4, 11, 5, 2, 3],
  V11: [2, 3, 3, 4, 1, 1],
  V12: [3, 2, 4],
  V13: [1, 5, 2, 5],
  V14: [2, 4, 3],
  V15: [3, 3, 7],
  V16: [1, 5, 4, 3, 3],
  V17: [1, 4, 2],
}
const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) => Array.from({ length: count }, (_, n) => `${chapter}.${section + 1}.${n + 1}`)),
)

const page = read('docs/asvs.md')
const rows = [...page.matchAll(/^\| (V[\d., V]+) \| (.+?) \| (.+?) \| (.*?) ?\|$/gmu)].map(
  ([, numbers = '', state = '', how = '', heldBy = '']) => ({ numbers: numbers.split(', '), state, how, heldBy }),
)

/** The files of the repository that a page may mean by a path or a name. */
const filesNamed = (name: string) => files.filter((path) => path === name || path.endsWith(`/${name}`))

describe('the page of ASVS', () => {
  it('has every requirement of the levels 1 and 2 once', () => {
    expect(REQUIREMENTS).toHaveLength(253)
    const numbered = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
    expect(rows.flatMap(({ numbers }) => numbers).sort(numbered)).toEqual(REQUIREMENTS.toSorted(numbered))
  })

  it('counts them by state', () => {
    const counts = new Map<string, number>()
    for (const { numbers, state } of rows) counts.set(state, (counts.get(state) ?? 0) + numbers.length)
    const { held, partly, no, operator, '–': none } = Object.fromEntries(counts)
    expect(page).toContain(
      `Of 253 requirements, ${held} are held, ${partly} partly, ${no} not, ${operator} are the operator's, and ${none} do not apply.`,
    )
    expect(counts.size).toBe(5)
  })

  it('names for each what holds it', () => {
    expect(rows.filter(({ state, heldBy }) => state !== '–' && !heldBy.includes('`'))).toEqual([])
  })

  it('names tests, files and settings that exist', () => {
    const named = rows.flatMap(({ heldBy }) => (heldBy === '' ? [] : heldBy.split(/; (?=`)/u)))
    expect(named.length).toBeGreaterThan(150)
    expect(named.filter((each) => !exists(each))).toEqual([])
  })
})

function exists(named: string): boolean {
  const [, name = '', title] = /^`([^`]+)`(?: '(.+)')?$/u.exec(named) ?? []
  if (/^[A-Z_]+$/u.test(name)) return read('.env.example').includes(`# ${name}=`)
  const [file, ...others] = files.includes(name) ? [name] : filesNamed(name)
  return file !== undefined && others.length === 0 && (title === undefined || read(file).includes(title))
}

it.each(['docs/security.md', 'docs/reliability.md', 'docs/capacity.md'])('names only files that exist: %s', (path) => {
  const named = [...read(path).matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?|[\w-]+(?:\/[\w-]+)*\.tsx?)`/gu)].map(
    ([, name = '']) => name,
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => filesNamed(name).length === 0)).toEqual([])
})
