import { describe, expect, it } from 'vitest'
import { judgeRuns, limitsOf, problemsOf, readSpecification, testNamesOf, unmentioned } from './check-specification.mjs'

const SOURCE = `
  describe('a beer', () => {
    it('has a name', () => {})
    it.each([1, 2])("has %s sides", () => {})
    it.skip('has no name', () => {})
  })
  test(\`is shown, \${theme}\`, () => {})
`
/** As a source has it, not filled in here. */
const HOLE = ['$', '{theme}'].join('')
const limits = limitsOf('export const RATING_MAX = 100\n')
const sourceOf = (file: string) => (file === 'a.test.ts' ? SOURCE : undefined)
const table = (...rows: string[]) =>
  readSpecification(['| id | requirement | proof |', '|---|---|---|', ...rows].join('\n'))
const problems = (...rows: string[]) => problemsOf(table(...rows).rows, { sourceOf, limits })

describe('the tests of a source', () => {
  it('are named with their groups, and skipped ones are none', () => {
    expect([...testNamesOf(SOURCE, 'a.test.ts')]).toEqual([
      'a beer > has a name',
      'a beer > has %s sides',
      `is shown, ${HOLE}`,
    ])
  })

  it('are read by the rules of their file', () => {
    const [generic, element] = ["const f = <T>(a: T) => a; it('is one', f)", "it('is one', () => <b>{f}</b>)"]
    expect([...testNamesOf(generic, 'a.test.ts')]).toEqual(['is one'])
    expect([...testNamesOf(element, 'a.test.tsx')]).toEqual(['is one'])
  })
})

describe('a table', () => {
  it('without rows is a problem', () => {
    expect(table().problems).toEqual(['there is no row at all'])
  })

  it.each([
    ['| 1.1 | a name |', 'exactly'],
    ['| 1.1 | a name | a.test.ts > a beer > has a name | more |', 'exactly'],
    ['| one | a name | open |', 'not a row'],
    ['| 1.1 | a name | later |', 'neither'],
    ['| 1.1 | a name | settled: no |', 'neither'],
    ['| 1.1 | a name | a.test.ts |', 'neither'],
  ])('with an unreadable row is a problem: %s', (row, words) => {
    expect(table('| 9.9 | another | open |', row).problems).toEqual([expect.stringContaining(words)])
  })

  it('with the same id twice is a problem', () => {
    expect(table('| 1.1 | one | open |', '| 1.1 | two | open |').problems).toEqual(['1.1: stands twice'])
  })
})

describe('a number', () => {
  it('is told of when no row mentions it', () => {
    const numbers = limitsOf('export const RATING_MAX = 100\nexport const NAME_MAX = 9\n')
    expect(unmentioned(table('| 1.1 | a rating (`RATING_MAX`) | open |').rows, numbers)).toEqual(['NAME_MAX'])
  })
})

describe('a row', () => {
  it('is fine when its tests exist, when it is settled and when it is open', () => {
    expect(
      problems(
        `| 1.1 | a name (\`RATING_MAX\`) | a.test.ts > a beer > has a name<br>a.test.ts > is shown, ${HOLE} |`,
        '| 1.2 | no name | settled: nobody wants beers without names |',
        '| 1.3 | a face | open |',
      ),
    ).toEqual([])
  })

  it.each([
    ['| 1.1 | a name | b.test.ts > a beer > has a name |', 'there is no file b.test.ts'],
    ['| 1.1 | a name | a.test.ts > has a name |', "has no test 'has a name'"],
    ['| 1.1 | a name | a.test.ts > a beer > has no name |', "has no test 'a beer > has no name'"],
    ['| 1.1 | a name (`NAME_MAX`) | open |', 'has no NAME_MAX'],
  ])('is a problem when it names what does not exist: %s', (row, words) => {
    expect(problems(row)).toEqual([expect.stringContaining(words)])
  })

  it('is a problem when it is open and none may be', () => {
    const { rows } = table('| 1.1 | a face | open |')
    expect(problemsOf(rows, { sourceOf, limits, closed: true })).toEqual(['1.1: open: a face'])
  })
})

describe('the last runs', () => {
  const ran = judgeRuns(
    [
      {
        testResults: [
          {
            name: '/root/a.test.ts',
            assertionResults: [
              { ancestorTitles: ['a beer'], title: 'has a name', status: 'passed' },
              { ancestorTitles: ['a beer'], title: 'has 1 sides', status: 'passed' },
              { ancestorTitles: [], title: 'is 5 % strong', status: 'passed' },
              { ancestorTitles: ['a beer'], title: 'has 2 sides', status: 'failed' },
            ],
          },
        ],
      },
      {
        suites: [
          {
            title: 'specs/b.spec.ts',
            specs: [{ file: 'specs/b.spec.ts', title: 'is shown, dark', ok: true, tests: [{ status: 'expected' }] }],
            suites: [
              {
                title: 'at night',
                specs: [{ file: 'specs/b.spec.ts', title: 'is seen', ok: true, tests: [{ status: 'skipped' }] }],
              },
            ],
          },
        ],
      },
    ],
    '/root',
  )

  it.each([
    ['a.test.ts', 'a beer > has a name', undefined],
    ['a.test.ts', 'a beer > has %s sides', 'did not pass'],
    ['a.test.ts', 'a beer > has a face', 'did not run'],
    ['a.test.ts', 'is %d %% strong', undefined],
    ['e2e/specs/b.spec.ts', `is shown, ${HOLE}`, undefined],
    ['e2e/specs/b.spec.ts', 'at night > is seen', 'did not pass'],
  ])('tell of %s > %s: %s', (file, name, missed) => {
    expect(ran({ file, name })).toBe(missed)
  })
})
