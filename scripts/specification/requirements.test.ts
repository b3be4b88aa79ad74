import { describe, expect, it } from 'vitest'
import {
  joinSpecification,
  limitsOf,
  markedTestsOf,
  outcomesOf,
  problemsOf,
  renderSpecification,
} from './requirements.mjs'

const limits = limitsOf('export const RATING_MAX = 100\n')
const YAML = `
- title: 1. Beers
  rows:
    '1.1': a rating of at most 100 (\`RATING_MAX\`)
  parts:
    - title: Names
      rows:
        1.2.1: a name
        1.2.2: { requirement: no name, settled: nobody wants beers without names }
`
const proven = [
  { file: 'a.test.ts', name: 'rates', ids: ['1.1'] },
  { file: 'a.test.ts', name: 'names', ids: ['1.1', '1.2.1'] },
]

describe('the tests of a source', () => {
  it('are those that name a requirement, with their groups; skipped ones prove nothing', () => {
    const source = `
      describe('a beer', () => {
        it('has a name', spec('1.1', '1.2'), () => {})
        it.each([1, 2])("has %s sides", { ...spec('1.3'), timeout: 9 }, () => {})
        it('has no id', () => {})
        it.skip('is skipped', spec('1.4'), () => {})
        it.todo('is planned', spec('1.4'))
      })
      test(\`is shown, \${theme}\`, spec('1.5'), () => {})
    `
    expect(markedTestsOf(source, 'a.test.ts')).toEqual([
      { file: 'a.test.ts', name: 'a beer > has a name', ids: ['1.1', '1.2'] },
      { file: 'a.test.ts', name: 'a beer > has %s sides', ids: ['1.3'] },
      { file: 'a.test.ts', name: ['is shown, ', '$', '{theme}'].join(''), ids: ['1.5'] },
    ])
  })

  it('are parsed by the grammar of their file', () => {
    const [generic, element] = [
      "const f = <T>(a: T) => a; it('is one', spec('1.1'), f)",
      "it('is one', spec('1.1'), () => <b>{f}</b>)",
    ]
    expect(markedTestsOf(generic, 'a.test.ts')).toHaveLength(1)
    expect(markedTestsOf(element, 'a.test.tsx')).toHaveLength(1)
  })
})

describe('a specification', () => {
  it('has no problem when every requirement has a test or a reason', () => {
    const { rows, problems } = joinSpecification(YAML, proven)
    expect([...problems, ...problemsOf(rows, { limits })]).toEqual([])
    expect(rows.map(({ id, proofs }) => [id, proofs.length])).toEqual([
      ['1.1', 2],
      ['1.2.1', 1],
      ['1.2.2', 0],
    ])
  })

  it.each([
    ['without requirements', '[]', [], 'there are no requirements'],
    ['with a requirement that has no id', '[{ title: a, rows: { one: a name } }]', [], 'one: not an id'],
    ['with an empty requirement', "[{ title: a, rows: { '1.1': '' } }]", [], '1.1: has no requirement'],
    [
      'with the same id in two tables',
      "[{ title: a, rows: { '1.1': a } }, { title: b, rows: { '1.1': b } }]",
      [],
      '1.1: appears twice',
    ],
    [
      'that is settled without a reason',
      "[{ title: a, rows: { '1.1': { requirement: a, settled: 'no' } } }]",
      [],
      "1.1: 'settled' gives no reason",
    ],
    [
      'whose test names an unknown id',
      YAML,
      [{ file: 'b.test.ts', name: 'is odd', ids: ['9.9'] }],
      '9.9: no such requirement, named by b.test.ts > is odd',
    ],
  ])('%s has a problem', (_, yaml, tests, problem) => {
    expect(joinSpecification(yaml, tests).problems).toContain(problem)
  })

  it('misses requirements that no test names, constants that do not exist and constants that no requirement mentions', () => {
    const { rows } = joinSpecification(YAML, [])
    expect(problemsOf(rows, { limits: new Set(['NAME_MAX']) })).toEqual([
      '1.1: contracts/limits.ts has no RATING_MAX',
      '1.1: no test names it: a rating of at most 100 (`RATING_MAX`)',
      '1.2.1: no test names it: a name',
      'no requirement mentions NAME_MAX',
    ])
  })

  it('is either settled or proven', () => {
    const { rows } = joinSpecification(YAML, [...proven, { file: 'a.test.ts', name: 'none', ids: ['1.2.2'] }])
    expect(problemsOf(rows, { limits })).toEqual(['1.2.2: is settled, yet a.test.ts proves it'])
  })

  it('is rendered with the files of its proofs, each once', () => {
    const page = renderSpecification(joinSpecification(YAML, proven))
    expect(page).toContain('| 1.1 | a rating of at most 100 (`RATING_MAX`) | [a](../a.test.ts) |')
    expect(page).toContain('### Names')
    expect(page).toContain('| 1.2.2 | no name | settled: nobody wants beers without names |')
  })
})

describe('the last runs', () => {
  const ran = outcomesOf([
    {
      testResults: [
        {
          assertionResults: [
            { meta: { spec: ['1.1', '1.2'] }, status: 'passed' },
            { meta: { spec: ['1.2'] }, status: 'failed' },
            { meta: {}, status: 'failed' },
          ],
        },
      ],
    },
    {
      suites: [
        {
          specs: [{ ok: true, tests: [{ status: 'expected', annotations: [{ type: 'spec', description: '2.1' }] }] }],
          suites: [
            {
              specs: [
                { ok: true, tests: [{ status: 'flaky', annotations: [{ type: 'spec', description: '2.2' }] }] },
                { ok: true, tests: [{ status: 'skipped', annotations: [{ type: 'spec', description: '2.3' }] }] },
              ],
            },
          ],
        },
      ],
    },
  ])

  it.each([
    ['1.1', 'passed'],
    ['1.2', 'failed'],
    ['1.3', 'did not run'],
    ['2.1', 'passed'],
    ['2.2', 'failed'],
    ['2.3', 'failed'],
  ] as const)('of the tests that name %s: %s', (id, outcome) => {
    expect(ran(id)).toBe(outcome)
  })

  it('leave a requirement unproven whose tests failed or did not run', () => {
    const { rows } = joinSpecification(YAML, proven)
    expect(problemsOf(rows, { limits, outcomeOf: (id) => (id === '1.1' ? 'passed' : 'did not run') })).toEqual([
      '1.2.1: its tests: did not run',
    ])
  })
})
