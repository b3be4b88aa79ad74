/**
 * The changes by which rows of docs/specification.md are put to the test: every number of contracts/limits.ts in several
 * directions, and every verbatim text at both of its ends. Says what to change and who must notice; runs nothing.
 */
import { limitsOf } from './check-specification.mjs'

/**
 * @typedef {import('./check-specification.mjs').Row} Row
 * @typedef {import('./check-specification.mjs').Proof} Proof
 * @typedef {{ file: string, source: string }} Source
 * @typedef {{ what: string, rows: Row[], files: Source[] }} Mutation Whose rows must notice the files as they are here.
 */

export const LIMITS = 'contracts/limits.ts'
/** A text shorter than this is too common to be found again in the sources. */
const TEXT_MIN_LENGTH = 5
/** From this length a text is changed at its end too: a test that knows only its first words is too weak. */
const LONG_TEXT = 16
/** Up to here one more or one less is a difference that somebody could see. */
const COUNTABLE = 10_000

/** The proofs of a row that run without a browser. @param {Row} row @returns {Proof[]} */
export function proofsOf({ standing }) {
  return standing.kind === 'proven' ? standing.proofs.filter(({ file }) => !file.startsWith('e2e/')) : []
}

/** Every number changed, one way at a time. @param {Row[]} rows @param {string} source of the limits @returns {Mutation[]} */
export function numbers(rows, source) {
  return [...limitsOf(source)].flatMap((name) => {
    const own = rows.filter(({ requirement }) => requirement.includes(`\`${name}\``))
    const declaration = new RegExp(`(export const ${name} = )(.+)$`, 'm')
    const value = declaration.exec(source)?.[2]
    if (value === undefined) throw new Error(`${name} has no value that could be changed`)
    return changesOf(String(name), value).map(([how, changed]) => ({
      what: `${name} ${how}`,
      rows: own,
      files: [{ file: LIMITS, source: source.replace(declaration, (_, start) => `${start}${changed}`) }],
    }))
  })
}

/** @param {string} name @param {string} value as the source has it @returns {[how: string, changed: string][]} */
function changesOf(name, value) {
  if (value.startsWith("'")) return [['changed', `${value.slice(0, -1)}~'`]]
  if (value.startsWith('[')) return [['changed', value.replace(/\d+/, '7')]]
  const number = value.split('*').reduce((product, factor) => product * Number(factor.trim().replaceAll('_', '')), 1)
  if (!Number.isFinite(number)) {
    return [
      ['doubled', `2 * (${value})`],
      ['halved', `(${value}) / 2`],
    ]
  }
  const isWhole = Number.isInteger(number)
  const half = isWhole ? Math.floor(number / 2) : number / 2
  /** @type {[string, number][]} */
  const changes = [
    ['doubled', 2 * number],
    ['halved', half],
  ]
  const step = isWhole ? 1 : 0.01
  if (!name.endsWith('_MS') && number <= COUNTABLE) {
    changes.push([`+ ${step}`, number + step])
    if (!changes.some(([, changed]) => changed === number - step)) changes.push([`- ${step}`, number - step])
  }
  return changes.map(([how, changed]) => [how, String(changed)])
}

/**
 * Every text that a requirement quotes, changed where the product's sources hold it.
 * @param {Row[]} rows @param {Source[]} sources @returns {{ mutations: Mutation[], nowhere: { text: string, rows: Row[] }[] }}
 */
export function texts(rows, sources) {
  /** @type {Map<string, Row[]>} */
  const rowsOf = new Map()
  for (const row of rows) {
    for (const text of textsOf(row.requirement)) rowsOf.set(text, [...new Set([...(rowsOf.get(text) ?? []), row])])
  }
  const mutations = []
  const nowhere = []
  for (const [quoted, own] of rowsOf) {
    // The dots may stand for what follows.
    const text = holdersOf(quoted, sources).length > 0 ? quoted : quoted.replace(/\.\.\.$/, '')
    const holders = holdersOf(text, sources)
    if (holders.length === 0) nowhere.push({ text, rows: own })
    for (const at of holders.length === 0 ? [] : text.length < LONG_TEXT ? [2] : [2, text.length - 2]) {
      const spoiled = `${text.slice(0, at)}~${text.slice(at)}`
      mutations.push({
        what: `'${spoiled}'`,
        rows: own,
        files: holders.map(({ file, source }) => ({ file, source: source.replaceAll(placeOf(text), spoiled) })),
      })
    }
  }
  return { mutations, nowhere }
}

/** @param {string} text @param {Source[]} sources */
function holdersOf(text, sources) {
  return sources.filter(({ source }) => placeOf(text).test(source))
}

/** A single word may also be a name in the code: it is a text only between quotes or tags. @param {string} text */
function placeOf(text) {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "(?:'|\\\\'|’)")
  return new RegExp(/^\w+$/.test(text) ? `(?<=['"\`>}])${literal}(?=['"\`<]| \\$\\{)` : literal, 'g')
}

/** The longest piece of every quoted text that holds no placeholder. @param {string} requirement */
export function textsOf(requirement) {
  const quoted = [...requirement.matchAll(/(?<![\w])'((?:[^']|'(?=\w))+)'(?!\w)/g)].map(([, text = '']) => text)
  const pieces = quoted.map((text) =>
    text
      .split(/\{\w+\}| \.\.\.$|\b[Nn]\b|\bM\b|\/100|beer\(s\)/)
      .map((piece) => piece.trim())
      .sort((a, b) => b.length - a.length)
      .at(0),
  )
  // What begins small and is one word is a value of the wire, not a text.
  return pieces.flatMap((piece = '') => (piece.length >= TEXT_MIN_LENGTH && /[A-Z ]/.test(piece) ? [piece] : []))
}
