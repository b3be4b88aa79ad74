/** What failed, from the reports of the test runners: the place and title of each test, and how its message begins. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './sources.mjs'

/** The beginning of a message says what was expected; the rest is the stack of the runner. */
const MAX_LINES = 24
/** What the browser logged until it ended; Playwright adds it to the message. */
const BROWSER_LOG = /^\s*(?:- )?\[pid=\d+\]/

/** @param {any} report Vitest's, in the shape of Jest's @returns {string[]} */
export function failedTests(report) {
  return report.testResults.flatMap((/** @type {any} */ file) => {
    const path = relative(ROOT, file.name)
    const tests = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
    // A file that cannot even be loaded has no tests, only a message.
    if (tests.length === 0) return file.status === 'failed' ? [failure(path, [file.message])] : []
    return tests.map((/** @type {any} */ test) => failure(`${path} › ${test.fullName}`, test.failureMessages))
  })
}

/** A journey that needed a second try is among them. @param {any} report Playwright's @returns {string[]} */
export function failedJourneys(report) {
  return report.suites.flatMap(inSuite)
}

/** @param {any} suite @returns {string[]} */
function inSuite(suite) {
  const failures = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((/** @type {any} */ test) => {
        const errors = test.results.flatMap((/** @type {any} */ result) => result.errors)
        const messages = errors.map((/** @type {any} */ error) => error.message ?? error.value)
        return failure(`${spec.file}:${spec.line} › ${spec.title} (${test.status})`, messages)
      }),
  )
  return [...failures, ...(suite.suites ?? []).flatMap(inSuite)]
}

/** @param {string} title @param {string[]} messages */
function failure(title, messages) {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => !BROWSER_LOG.test(line))
    .slice(0, MAX_LINES)
  return [title, ...lines.map((line) => `      ${line}`)].join('\n')
}
