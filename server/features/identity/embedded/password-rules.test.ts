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
  ['', 'tooShort'],
  ['elevenchars', 'tooShort'],
  ['🍺'.repeat(11), 'tooShort'],
  ['x'.repeat(201), 'tooLong'],
  ['aaaaaaaaaaaa', 'easyToGuess'],
  ['abababababab', 'easyToGuess'],
  ['123456789012', 'easyToGuess'],
  ['qwertyuiop12', 'easyToGuess'],
  ['PasswordPassword1', 'easyToGuess'],
  ['Beergoggles2026', 'easyToGuess'],
  ['beerbeerbeer!', 'easyToGuess'],
  ['lovelace1815', 'easyToGuess'],
  ['ada.lovelace@example.org', 'easyToGuess'],
  ['zyxwvutsrqponm', 'easyToGuess'],
])('rejects %s', (password, problem) => {
  expect(problemWithPassword(password, PERSONAL)).toBe(problem)
})
