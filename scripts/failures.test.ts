import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failedJourneys, failedTests } from './failures.mjs'
import { ROOT } from './sources.mjs'

it('names each failed test by its place and title, with the beginning of its message', () => {
  const message = `\u001b[31mexpected 1 to be 2\u001b[39m\n${'    at a line of the stack\n'.repeat(50)}`
  const [failure, ...others] = failedTests({
    testResults: [
      {
        name: join(ROOT, 'catalogue/text/normalise.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'folds case', failureMessages: [] },
          { status: 'failed', fullName: 'folds accents', failureMessages: [message] },
        ],
      },
    ],
  })

  expect(others).toEqual([])
  expect(failure).toMatch(/^catalogue\/text\/normalise\.test\.ts › folds accents\n {6}expected 1 to be 2\n/)
  expect(failure?.split('\n')).toHaveLength(25)
})

it('names a file that could not be loaded', () => {
  const name = join(ROOT, 'web/broken.test.ts')
  expect(
    failedTests({
      testResults: [{ name, status: 'failed', message: 'Unexpected token', assertionResults: [] }],
    }),
  ).toEqual(['web/broken.test.ts\n      Unexpected token'])
})

it('names the journeys that failed or needed a second try, however deep their suite', () => {
  const spec = (title: string, status: string, message: string) => ({
    title,
    file: 'specs/share-menu.spec.ts',
    line: 6,
    tests: [{ status, results: [{ errors: message ? [{ message }] : [] }, { errors: [] }] }],
  })
  const report = {
    suites: [
      {
        specs: [spec('a menu is shared', 'flaky', 'Timeout of 30000 ms'), spec('a menu is kept', 'expected', '')],
        suites: [{ specs: [spec('a menu is unshared', 'unexpected', 'not visible')] }],
      },
    ],
  }
  expect(failedJourneys(report)).toEqual([
    'specs/share-menu.spec.ts:6 › a menu is shared (flaky)\n      Timeout of 30000 ms',
    'specs/share-menu.spec.ts:6 › a menu is unshared (unexpected)\n      not visible',
  ])
})

it('leaves out what the browser logged', () => {
  const message = `browser has been closed\nBrowser logs:\n${'[pid=27326][err] a line\n'.repeat(50)}at the second tap`
  const test = { status: 'unexpected', results: [{ errors: [{ message }] }] }
  const specs = [{ title: 'a menu is kept', file: 'specs/menu.spec.ts', line: 6, tests: [test] }]
  expect(failedJourneys({ suites: [{ specs }] })[0]).toMatch(/Browser logs:\n {6}at the second tap$/)
})
