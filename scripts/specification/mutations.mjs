/**
 * Generates the mutations for rows of docs/specification.md: each number of contracts/limits.ts is doubled, halved and moved
 * by one step, each verbatim text changed near its start and end. Lists the rows whose tests must fail; runs nothing.
 */
import { limitsOf } from './requirements.mjs'

/**
 * @typedef {import('./requirements.mjs').Row} Row
 * @typedef {import('./requirements.mjs').Proof} Proof
 * @typedef {{ file: string, source: string }} Source
 * @typedef {{ what: string, rows: Row[], files: Source[] }} Mutation `files` are the changed sources; tests of `rows` must fail with them.
 */

export const LIMITS = 'contracts/limits.ts'
/** Shorter texts are too common to be located in the sources. */
const TEXT_MIN_LENGTH = 5
/** From this length a text is also changed near its end, to detect tests that only match its first words. */
const LONG_TEXT = 16
/** Up to this value a change by one is observable. */
const COUNTABLE = 10_000

/** Returns the proofs of a row that need no browser. @param {Row} row @returns {Proof[]} */
export function proofsOf({ proofs }) {
  return proofs.filter(({ file }) => !file.startsWith('e2e/'))
}

/** Returns the mutations of all numbers, one change each. @param {Row[]} rows @param {string} source of the limits @returns {Mutation[]} */
export function numbers(rows, source) {
  return [...limitsOf(source)].flatMap((name) => {
    const own = rows.filter(({ requirement }) => requirement.includes(`\`${name}\``))
    const declaration = new RegExp(`(export const ${name} = )(.+)$`, 'm')
    const value = declaration.exec(source)?.[2]
    if (value === undefined) throw new Error(`cannot parse the value of ${name}`)
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
 * Returns the mutations of all texts that requirements quote, in the sources that contain them.
 * @param {Row[]} rows @param {Source[]} sources @returns {{ mutations: Mutation[], missing: { text: string, rows: Row[] }[] }}
 */
export function texts(rows, sources) {
  /** @type {Map<string, Row[]>} */
  const rowsOf = new Map()
  for (const row of rows) {
    for (const text of textsOf(row.requirement)) rowsOf.set(text, [...new Set([...(rowsOf.get(text) ?? []), row])])
  }
  const mutations = []
  const missing = []
  for (const [quoted, own] of rowsOf) {
    // A trailing '...' may be part of the text or an ellipsis in the requirement.
    const text = sourcesWith(quoted, sources).length > 0 ? quoted : quoted.replace(/\.\.\.$/, '')
    const containing = sourcesWith(text, sources)
    if (containing.length === 0) missing.push({ text, rows: own })
    for (const at of containing.length === 0 ? [] : text.length < LONG_TEXT ? [2] : [2, text.length - 2]) {
      const mutated = `${text.slice(0, at)}~${text.slice(at)}`
      mutations.push({
        what: `'${mutated}'`,
        rows: own,
        files: containing.map(({ file, source }) => ({ file, source: source.replaceAll(patternOf(text), mutated) })),
      })
    }
  }
  return { mutations, missing }
}

/** @param {string} text @param {Source[]} sources */
function sourcesWith(text, sources) {
  return sources.filter(({ source }) => patternOf(text).test(source))
}

/** A single word may also be an identifier, so it must be enclosed in quotes or tags. @param {string} text */
function patternOf(text) {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "(?:'|\\\\'|’)")
  return new RegExp(/^\w+$/.test(text) ? `(?<=['"\`>}])${literal}(?=['"\`<]| \\$\\{)` : literal, 'g')
}

/** Returns the longest part without a placeholder of each quoted text. @param {string} requirement */
export function textsOf(requirement) {
  const quoted = [...requirement.matchAll(/(?<![\w])'((?:[^']|'(?=\w))+)'(?!\w)/g)].map(([, text = '']) => text)
  const pieces = quoted.map((text) =>
    text
      .split(/\{\w+\}| \.\.\.$|\b[Nn]\b|\bM\b|\/100|beer\(s\)/)
      .map((piece) => piece.trim())
      .sort((a, b) => b.length - a.length)
      .at(0),
  )
  // A single lower-case word is an API value, not a text.
  return pieces.flatMap((piece = '') => (piece.length >= TEXT_MIN_LENGTH && /[A-Z ]/.test(piece) ? [piece] : []))
}
