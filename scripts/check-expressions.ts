/**
 * Refuses regular expressions whose time is not linear in the length of the text: on a text from outside they stop a process
 * for minutes. Literals are found in the sources; the others are recorded while their modules construct them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { constructedBy, type Expression, expressionsIn, repeatedPart } from './regular-expressions.ts'
import { ROOT } from './sources.mjs'

/** Text from outside reaches all but tests and checks. */
const FOLDERS = ['contracts', 'vision', 'catalogue', 'recognition', 'server', 'web']
const MIN_EXPRESSIONS = 200

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.tsx?$|testing\/|language\/check\//.test(file))
    .map((file) => `${folder}/${file}`),
)
const found = files.map((path) => ({ path, ...expressionsIn(path, readFileSync(join(ROOT, path), 'utf8')) }))
const constructed = await constructedBy(`${ROOT}/`, async () => {
  for (const { path, constructed: places } of found)
    if (places.length > 0) await import(pathToFileURL(join(ROOT, path)).href)
})

const expressions = new Map<string, Expression>()
for (const expression of [...found.flatMap(({ literals }) => literals), ...constructed])
  expressions.set(`${expression.source}/${expression.flags}`, expression)
const problems = [...expressions.values()].flatMap((expression) => {
  const part = repeatedPart(expression)
  return part === undefined
    ? []
    : [`${expression.at}: ${part} makes /${expression.source.slice(0, 200)}/ take quadratic time or worse`]
})
for (const place of found.flatMap(({ constructed: places }) => places))
  if (!constructed.some(({ at }) => at === place))
    problems.push(`${place}: construct this expression when the module loads`)
if (expressions.size < MIN_EXPRESSIONS) problems.push(`found only ${expressions.size} expressions`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${expressions.size} regular expressions are linear`)
process.exit(0)
