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

function pluralProblems(language: string, tokens: readonly Token[]): string[] {
  const rules = new Intl.PluralRules(language)
  const allowed: string[] = rules.resolvedOptions().pluralCategories
  const needed = [...new Set([...COUNTS.map((count) => rules.select(count)), 'other'])]
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
    return [...lacks, ...unknown, ...inner]
  })
}

function casesOf([, , cases]: Exclude<Token, string>): [string, readonly Token[]][] {
  if (cases === undefined || typeof cases === 'string') return []
  return Object.entries(cases).filter(([name, inner]) => name !== 'offset' && Array.isArray(inner))
}
