/** Checks the messages of all languages and their use in the app. Run by `npm run check`. */
import type { SourceFile } from 'typescript'
import { LANGUAGE_CODES, LANGUAGES } from '#contracts'
import { allMessageFiles } from '../message-files.ts'
import { codeProblems } from './codes.ts'
import { literalProblems } from './literals.ts'
import { englishProblems, missingKeys, translationProblems, uncountedProblems } from './messages.ts'
import { sourcesOf } from './sources.ts'
import { staleProblems } from './stale.ts'
import { typographyProblems } from './typography.ts'
import { usageProblems } from './usage.ts'

const english = allMessageFiles('en')
const sources = sourcesOf()
/** Of the server, only what takes texts as an argument words nothing but them: errors and metrics are in English. */
const wordsTexts = ({ fileName, text }: SourceFile) => fileName.startsWith('web/') || /\bTexts\b/.test(text)
const problems = [
  ...englishProblems(english),
  ...usageProblems(sources, english),
  ...sources.filter(wordsTexts).flatMap((source) => literalProblems(source)),
  ...codeProblems(sources.filter(({ fileName }) => fileName.startsWith('web/'))),
  ...staleProblems(english, allMessageFiles('translated')),
]
for (const language of LANGUAGE_CODES.filter((code) => code !== 'en')) {
  const translated = allMessageFiles(language)
  problems.push(
    ...translationProblems(language, english, translated),
    ...typographyProblems(language, translated),
    ...uncountedProblems(translated),
  )
  const missing = missingKeys(english, translated)
  const files = [...new Set(missing.map(({ path }) => path))]
  if (missing.length === 0) continue
  const summary = `${language}: ${missing.length} messages are missing`
  if (!LANGUAGES[language].isComplete) console.log(`${summary}, in ${files.length} files`)
  else problems.push(`${summary}:`, ...missing.map(({ path, key }) => `  ${path}: ${key}`))
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
const count = english.reduce((sum, { messages }) => sum + Object.keys(messages).length, 0)
console.log(`${count} messages in ${english.length} files`)
