/**
 * Runs single tests again and again in its own copy of the tree, in one process that stays: started by spec-mutations.mjs,
 * which sends what to change and what to run, and is told of every test that was asked for whether it passed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createVitest } from 'vitest/node'
import { patternOf } from './check-specification.mjs'

/**
 * @typedef {import('./check-specification.mjs').Proof} Proof
 * @typedef {{ files: import('./mutations.mjs').Source[], proofs: Proof[] }} Ask
 * @typedef {{ passed: boolean[] } | { problem: string }} Told One for every proof of the ask, in order.
 */

const copy = process.cwd()
const vitest = await createVitest('test', { root: copy, watch: false, reporters: [{}], maxWorkers: 1, cache: false })

process.on('message', async (/** @type {Ask} */ ask) => {
  /** @type {Told} */
  const told = await run(ask).then(
    (passed) => ({ passed }),
    (error) => ({ problem: String(error?.stack ?? error) }),
  )
  process.send?.(told)
})
process.on('disconnect', () => vitest.close().finally(() => process.exit(0)))
process.send?.('ready')

/** @param {Ask} ask @returns {Promise<boolean[]>} */
async function run({ files, proofs }) {
  const before = files.map(({ file }) => readFileSync(`${copy}/${file}`, 'utf8'))
  for (const { file, source } of files) write(file, source)
  try {
    const names = await runTests(proofs)
    return proofs.map(({ file, name }) => {
      const own = names.filter((ran) => ran.file === file && patternOf(name).test(ran.name))
      return own.length > 0 && own.every((ran) => ran.passed)
    })
  } finally {
    for (const [index, { file }] of files.entries()) write(file, before[index] ?? '')
  }
}

/** @param {string} file @param {string} source */
function write(file, source) {
  writeFileSync(`${copy}/${file}`, source)
  vitest.invalidateFile(`${copy}/${file}`)
}

/** Every test that ran. @param {Proof[]} proofs @returns {Promise<{ file: string, name: string, passed: boolean }[]>} */
async function runTests(proofs) {
  const files = [...new Set(proofs.map(({ file }) => file))]
  const found = await vitest.globTestSpecifications(files.map((file) => `${copy}/${file}`))
  const specifications = files.map((file) => {
    const project = found.find(({ moduleId }) => moduleId === `${copy}/${file}`)?.project
    if (!project) throw new Error(`no project runs ${file}`)
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
