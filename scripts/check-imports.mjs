/**
 * Runs the import rules over the whole tree and shows that they can fail: a cruise that sees no modules, or a rule whose
 * patterns match none, is an error of its own, because it would pass for ever.
 */
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import rules from '../.dependency-cruiser.mjs'
import { ROOT } from './sources.mjs'

const FOLDERS = [
  'contracts',
  'vision',
  'catalogue',
  'recognition',
  'server',
  'web',
  'testing',
  'bench',
  'e2e',
  'scripts',
]
const MODULES_AT_LEAST = 100

process.chdir(ROOT)
const { output } = await cruise(
  FOLDERS,
  { ...rules.options, ruleSet: { forbidden: rules.forbidden }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.base.json') },
)
if (typeof output === 'string') throw new Error('dependency-cruiser answered with text instead of modules')

const problems = output.summary.violations.map(
  ({ rule, from, to }) => `${rule.name}: ${from} -> ${to}\n    ${commentOf(rule.name)}`,
)
const sources = output.modules.map((module) => module.source)
if (sources.length < MODULES_AT_LEAST) problems.push(`only ${sources.length} modules were seen`)
for (const { name, from, to } of rules.forbidden) {
  for (const [side, pattern] of [
    ['from', from.path],
    ['to', to.path],
  ]) {
    if (typeof pattern !== 'string' || pattern.includes('$1')) continue
    if (!sources.some((source) => new RegExp(pattern).test(source)))
      problems.push(`${name}: '${side}' matches no module`)
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${sources.length} modules keep ${rules.forbidden.length} import rules`)

/** @param {string} name */
function commentOf(name) {
  return rules.forbidden.find((rule) => rule.name === name)?.comment ?? ''
}
