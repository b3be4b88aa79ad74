import { afterEach, expect, it } from 'vitest'
import { loadLanguage } from '#web/language/language.ts'
import { stageText } from './stage-text.ts'

afterEach(() => loadLanguage('en'))

it.each([
  ['en', 'reading 3 of 20 lines', 'Reading 3 of 20 lines'],
  ['de', 'reading 3 of 20 lines', 'Zeile 3 von 20 wird gelesen'],
  ['fr', 'reading 1 of 20 lines', 'Lecture de la ligne 1 sur 20'],
  ['it', 'reading 1 of 20 lines', 'Lettura della riga 1 di 20'],
  ['de', 'looking for text', 'Text wird gesucht'],
  ['de', 'reading on this server', 'Wird auf diesem Server gelesen'],
  ['de', 'polishing the glass', 'polishing the glass'],
] as const)('says in %s: %s', async (code, stage, text) => {
  await loadLanguage(code)
  expect(stageText(stage)).toBe(text)
})
