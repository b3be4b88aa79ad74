import { expect, it } from 'vitest'
import { problemWithPassword } from './password-rules.ts'

const PERSONAL = ['Ada', 'Lovelace', 'ada.lovelace@example.org']

it.each([
  'correct horse battery',
  'xK9#mQ2$vL5p',
  'three pints of stout',
  'ünïcödé pässwörd xyz',
  '   spaces   count   ',
  `${'three pints of stout '.repeat(9)}too`,
])('accepts %s', (password) => {
  expect(problemWithPassword(password, PERSONAL)).toBeUndefined()
})

it.each([
  ['', 'at least 12'],
  ['elevenchars', 'at least 12'],
  ['🍺'.repeat(11), 'at least 12'],
  ['x'.repeat(201), 'at most 200'],
  ['aaaaaaaaaaaa', 'easy to guess'],
  ['abababababab', 'easy to guess'],
  ['123456789012', 'easy to guess'],
  ['qwertyuiop12', 'easy to guess'],
  ['PasswordPassword1', 'easy to guess'],
  ['Beergoggles2026', 'easy to guess'],
  ['beerbeerbeer!', 'easy to guess'],
  ['lovelace1815', 'easy to guess'],
  ['ada.lovelace@example.org', 'easy to guess'],
  ['zyxwvutsrqponm', 'easy to guess'],
])('rejects %s', (password, problem) => {
  expect(problemWithPassword(password, PERSONAL)).toContain(problem)
})
