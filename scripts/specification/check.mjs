/**
 * `npm run specification`: writes docs/specification.md. With `--check` it only compares, and fails on every gap between requirements
 * and tests; with `--ran` it also requires that the proofs passed in the last `npm test`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { ROOT } from '../sources.mjs'
import {
  DOCUMENT,
  lastReports,
  limitsOf,
  openSpecification,
  outcomesOf,
  problemsOf,
  renderSpecification,
} from './requirements.mjs'

const only = new Set(process.argv.slice(2))
const specification = openSpecification()
const { rows } = specification
const limits = limitsOf(readFileSync(`${ROOT}/contracts/limits.ts`, 'utf8'))
const problems = [
  ...specification.problems,
  ...problemsOf(rows, { limits, ...(only.has('--ran') && { outcomeOf: outcomesOf(lastReports()) }) }),
]
const rendered = renderSpecification(specification)
if (!only.has('--check') && !only.has('--ran')) writeFileSync(`${ROOT}/${DOCUMENT}`, rendered)
else if (readFileSync(`${ROOT}/${DOCUMENT}`, 'utf8') !== rendered) {
  problems.push(`${DOCUMENT} is out of date: npm run specification`)
}
for (const problem of problems) console.error(problem)
const settled = rows.filter((row) => row.settled).length
console.log(`${rows.length} requirements: ${rows.length - settled} proven by tests, ${settled} settled`)
process.exit(problems.length > 0 ? 1 : 0)
