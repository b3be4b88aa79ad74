/**
 * A long-running process that runs single tests in its own copy of the repository. mutate.mjs forks it and sends requests
 * with changed files and the tests to run; it replies whether each test passed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createVitest } from 'vitest/node'

/**
 * @typedef {import('./requirements.mjs').Proof} Proof
 * @typedef {{ files: import('./mutations.mjs').Source[], proofs: Proof[] }} RunRequest
 * @typedef {{ passed: boolean[] } | { problem: string }} RunResult One value for each proof of the request, in order.
 */

const copy = process.cwd()
const vitest = await createVitest('test', {
  root: copy,
  project: ['unit', 'web', 'embedded', 'engine'],
  watch: false,
  reporters: [{}],
  maxWorkers: 1,
  cache: false,
})

process.on('message', async (/** @type {RunRequest} */ request) => {
  /** @type {RunResult} */
  const result = await run(request).then(
    (passed) => ({ passed }),
    (error) => ({ problem: String(error?.stack ?? error) }),
  )
  process.send?.(result)
})
process.on('disconnect', () => vitest.close().finally(() => process.exit(0)))
process.send?.('ready')

/** @param {RunRequest} request @returns {Promise<boolean[]>} */
async function run({ files, proofs }) {
  const originals = files.map(({ file }) => readFileSync(`${copy}/${file}`, 'utf8'))
  for (const { file, source } of files) write(file, source)
  try {
    const results = await runTests(proofs)
    return proofs.map(({ file, name }) => {
      const matching = results.filter((result) => result.file === file && patternOf(name).test(result.name))
      return matching.length > 0 && matching.every(({ passed }) => passed)
    })
  } finally {
    for (const [index, { file }] of files.entries()) write(file, originals[index] ?? '')
  }
}

/** @param {string} file @param {string} source */
function write(file, source) {
  writeFileSync(`${copy}/${file}`, source)
  vitest.invalidateFile(`${copy}/${file}`)
}

/** Runs the tests and returns all that were not skipped. @param {Proof[]} proofs @returns {Promise<{ file: string, name: string, passed: boolean }[]>} */
async function runTests(proofs) {
  const files = [...new Set(proofs.map(({ file }) => file))]
  const found = await vitest.globTestSpecifications(files.map((file) => `${copy}/${file}`))
  const specifications = files.map((file) => {
    const project = found.find(({ moduleId }) => moduleId === `${copy}/${file}`)?.project
    if (!project) throw new Error(`no Vitest project includes ${file}`)
    const names = proofs
      .filter((proof) => proof.file === file)
      .map(({ name }) => patternOf(name.replaceAll(' > ', ' ')).source)
    return project.createSpecification(`${copy}/${file}`, { testNamePattern: new RegExp(names.join('|'), 's') })
  })
  const { testModules } = await vitest.runTestSpecifications(specifications)
  return testModules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.result().state !== 'skipped')
      .map((test) => ({
        file: module.moduleId.slice(copy.length + 1),
        name: test.fullName,
        passed: test.result().state === 'passed',
      })),
  )
}

/** Returns a pattern for the names at run time: placeholders of `it.each` and template literals match any text. @param {string} name */
function patternOf(name) {
  const placeholders = /\$\{[^}]*\}|\$[\w.]+|%[sdifjoOc#$]/g
  const parts = name
    .replaceAll('%%', '%')
    .split(placeholders)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
