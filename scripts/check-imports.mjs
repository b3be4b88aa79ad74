/**
 * Checks the import rules of the whole repository, and tests each rule on a generated tree of imports that it must reject,
 * since a misspelled pattern matches nothing and reports no error.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import rules, { BROKEN_BY, FOLDER_RULES } from '../.dependency-cruiser.mjs'
import { FOLDERS, ROOT } from './sources.mjs'

const MIN_MODULES = 100

const ALL_RULES = [...rules.forbidden, ...FOLDER_RULES.forbidden]

process.chdir(ROOT)
const { modules, violations } = await check(ROOT, FOLDERS)
const problems = violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}\n    ${commentOf(rule.name)}`)
if (modules.length < MIN_MODULES) problems.push(`found only ${modules.length} modules`)
problems.push(...(await untestedOrBrokenRules()))

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${modules.length} modules follow ${ALL_RULES.length} import rules`)

/** @param {string} baseDir @param {string[]} folders */
async function check(baseDir, folders) {
  const files = await cruiseWith({ ruleSet: { forbidden: rules.forbidden } })
  const groups = await cruiseWith({ ruleSet: { forbidden: FOLDER_RULES.forbidden }, exclude: FOLDER_RULES.exclude })
  return { modules: files.modules, violations: [...files.summary.violations, ...groups.summary.violations] }

  /** @param {import('dependency-cruiser').ICruiseOptions} options */
  async function cruiseWith(options) {
    const tsConfig = extractTSConfig(join(ROOT, 'tsconfig.base.json'))
    const all = { ...rules.options, ...options, baseDir, validate: true }
    const { output } = await cruise(folders, all, undefined, { tsConfig })
    if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of modules')
    return output
  }
}

/** Writes the imports of `BROKEN_BY` to a temporary folder and reports every violation that its rule does not detect. */
async function untestedOrBrokenRules() {
  const scratch = mkdtempSync(join(tmpdir(), 'bg-imports-'))
  try {
    const written = writeImports(scratch, Object.values(BROKEN_BY).flat())
    const { violations } = await check(scratch, [...new Set(written.map((file) => file.split('/')[0] ?? ''))])
    return ALL_RULES.flatMap((rule) => {
      const violating = BROKEN_BY[rule.name]
      if (!violating) return [`${rule.name}: no violating import in BROKEN_BY`]
      const reported = violations.filter((violation) => violation.rule.name === rule.name).map(({ from }) => from)
      // A cycle is reported once.
      const expected = rule.to.circular ? violating.slice(0, 1) : violating
      const missed = expected.filter(([from]) => !reported.includes('scope' in rule ? dirname(from) : from))
      return missed.map(([from, to]) => `${rule.name}: accepts ${from} -> ${to}`)
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** @param {string} folder @param {[from: string, to?: string][]} imports */
function writeImports(folder, imports) {
  /** @type {Map<string, string[]>} */
  const files = new Map()
  for (const [from, to] of imports) {
    files.set(from, [...(files.get(from) ?? []), ...(to === undefined ? [] : [to])])
    if (to !== undefined && !to.endsWith('/missing.ts')) files.set(to, files.get(to) ?? [])
  }
  for (const [file, targets] of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    const lines = targets.map((to) => `import './${relative(dirname(file), to)}'`)
    writeFileSync(join(folder, file), ['export const value = true', ...lines].join('\n'))
  }
  return [...files.keys()]
}

/** @param {string} name */
function commentOf(name) {
  return ALL_RULES.find((rule) => rule.name === name)?.comment ?? ''
}
