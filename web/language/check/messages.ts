/** Compares the messages of a language with the English ones: keys, placeholders, plural forms. */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { MessageFile } from '../message-files.ts'

interface Missing {
  /** The file that lacks the message. */
  path: string
  key: string
}

/** What a message consists of: text, `#`, or a placeholder with its type and cases. */
type Token =
  | string
  | readonly [name: string, type?: string, cases?: Readonly<Record<string, readonly Token[]>> | string]

/** Integers with every plural form that a count of beers can have. */
const COUNTS = Array.from({ length: 201 }, (_, count) => count)

/** Messages whose numbers are always above one. */
const ALWAYS_SEVERAL = new Set([
  'history/newest',
  'menu/pagesMost',
  'reasons/a scan with more than {n} beers',
  'scan/capture.beers',
])

export function englishProblems(files: readonly MessageFile[]): string[] {
  const folders = files.map(({ folder }) => folder)
  return [
    ...files.flatMap(({ path, messages }) =>
      Object.entries(messages).flatMap(([key, message]) =>
        messageProblems('en', message).map((problem) => `${path}: ${key}: ${problem}`),
      ),
    ),
    ...folders
      .filter((folder, at) => folders.indexOf(folder) !== at)
      .map((folder) => `two folders named ${folder} have messages; their names must differ`),
  ]
}

/** Reports everything wrong with what is translated; what is not is returned by `missingKeys`. */
export function translationProblems(
  language: string,
  english: readonly MessageFile[],
  translated: readonly MessageFile[],
): string[] {
  return translated.flatMap(({ path, folder, messages }) => {
    const source = english.find((file) => file.folder === folder)?.messages
    if (!source) return [`${path}: there is no English file beside it`]
    return Object.entries(messages).flatMap(([key, message]) => {
      const original = source[key]
      const problems = original === undefined ? ['English has no such key'] : comparison(language, original, message)
      return problems.map((problem) => `${path}: ${key}: ${problem}`)
    })
  })
}

/**
 * Reports numbers before a word that has another form after 1: '{count} Biere', if a plural elsewhere has '1 Bier'. Plural
 * cases are left out, because what they say may agree with their own number, and so is English, which is partly verbatim
 * from the specification.
 */
export function uncountedProblems(translated: readonly MessageFile[]): string[] {
  const parsed = translated.flatMap(({ path, folder, messages }) =>
    Object.entries(messages).flatMap(([key, message]) => {
      const tokens = parsedTokens(message)
      return tokens ? [{ place: `${path}: ${key}`, id: `${folder}/${key}`, tokens }] : []
    }),
  )
  const words = new Set(parsed.flatMap(({ tokens }) => pluralWords(tokens)))
  return parsed
    .filter(({ id }) => !ALWAYS_SEVERAL.has(id))
    .flatMap(({ place, tokens }) =>
      numbersBefore(words, tokens).map((number) => `${place}: '${number}' needs plural forms`),
    )
}

export function missingKeys(english: readonly MessageFile[], translated: readonly MessageFile[]): Missing[] {
  return english.flatMap(({ path, folder, messages }) => {
    const known = translated.find((file) => file.folder === folder)
    return Object.keys(messages)
      .filter((key) => known?.messages[key] === undefined)
      .map((key) => ({ path: known?.path ?? `${path} (no translation)`, key }))
  })
}

/** The placeholders of a message, sorted. */
export function placeholdersOf(message: string): string[] {
  return [...new Set(placeholders(tokensOf(message)))].sort()
}

function comparison(language: string, original: string, message: string): string[] {
  const problems = messageProblems(language, message)
  if (problems.length > 0) return problems
  const [wanted, given] = [placeholdersOf(original).join(', '), placeholdersOf(message).join(', ')]
  if (wanted !== given) problems.push(`the placeholders are '${given}', in English '${wanted}'`)
  const lines = (text: string) => text.split('\n').length
  if (lines(original) !== lines(message)) problems.push(`has ${lines(message)} lines, in English ${lines(original)}`)
  return problems
}

function messageProblems(language: string, message: string): string[] {
  if (message.trim() === '') return ['is empty']
  try {
    return pluralProblems(language, tokensOf(message))
  } catch (error) {
    return [error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)]
  }
}

function tokensOf(message: string): readonly Token[] {
  return compileMessageOrThrow(message) as readonly Token[]
}

function placeholders(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) =>
    typeof token === 'string' ? [] : [token[0], ...casesOf(token).flatMap(([, inner]) => placeholders(inner))],
  )
}

/** Undefined if the message is not valid, which `translationProblems` reports. */
function parsedTokens(message: string): readonly Token[] | undefined {
  try {
    return tokensOf(message)
  } catch {
    return undefined
  }
}

/** The words after the number in the plural cases of a message that the case of one does not use. */
function pluralWords(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    const cases = casesOf(token)
    const inner = cases.flatMap(([, part]) => pluralWords(part))
    const counted = new Map(cases.map(([name, part]) => [name, COUNTED.exec(textOf(part))?.[1]]))
    const one = counted.get('one')
    if (token[1] !== 'plural' || one === undefined) return inner
    return [...inner, ...[...counted.values()].filter((word) => word !== undefined && word !== one)] as string[]
  })
}

/** '# beers' or '1 beer'. */
const COUNTED = /(?:#|\b1) (\p{L}+)/u

const textOf = (tokens: readonly Token[]) => tokens.map((token) => (typeof token === 'string' ? token : '')).join('')

function numbersBefore(words: ReadonlySet<string>, tokens: readonly Token[]): string[] {
  return tokens.flatMap((token, at) => {
    if (typeof token === 'string') return []
    const next = tokens[at + 1]
    const [, word] = (typeof next === 'string' && /^ (\p{L}+)/u.exec(next)) || []
    const isPlain = token[1] === undefined || token[1] === 'number'
    return isPlain && word !== undefined && words.has(word) ? [`{${token[0]}} ${word}`] : []
  })
}

function pluralProblems(language: string, tokens: readonly Token[]): string[] {
  const rules = new Intl.PluralRules(language)
  const allowed: string[] = rules.resolvedOptions().pluralCategories
  const categories = COUNTS.map((count) => rules.select(count))
  const needed = [...new Set([...categories, 'other'])]
  const coversSeveral = (name: string) => categories.filter((category) => category === name).length > 1
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    const inner = casesOf(token).flatMap(([, part]) => pluralProblems(language, part))
    if (token[1] !== 'plural') return inner
    const given = casesOf(token).map(([name]) => name)
    const lacks = needed
      .filter((name) => !given.includes(name))
      .map((name) => `{${token[0]}} has no plural form '${name}'`)
    const unknown = given
      .filter((name) => !/^\d+$/.test(name) && !allowed.includes(name))
      .map((name) => `{${token[0]}} has a plural form '${name}', which ${language} never uses`)
    const literals = casesOf(token)
      .filter(([name, part]) => coversSeveral(name) && /\d/.test(textOf(part)))
      .map(
        ([name]) =>
          `{${token[0]}} has a digit in the plural form '${name}', which covers several counts in ${language}`,
      )
    return [...lacks, ...unknown, ...literals, ...inner]
  })
}

function casesOf([, , cases]: Exclude<Token, string>): [string, readonly Token[]][] {
  if (cases === undefined || typeof cases === 'string') return []
  return Object.entries(cases).filter(([name, inner]) => name !== 'offset' && Array.isArray(inner))
}
