import { afterEach, describe, expect, it } from 'vitest'
import { ERROR_STATUS, OFFERED_LANGUAGES } from '#contracts'
import { loadLanguage } from '#web/language/language.ts'
import { errorText, failureText } from './error-text.ts'

const MESSAGE = 'What the server says'

afterEach(() => loadLanguage('en'))

it.each(OFFERED_LANGUAGES.filter((code) => code !== 'en'))('words every error in %s', async (code) => {
  await loadLanguage(code)
  const left = Object.keys(ERROR_STATUS).filter((error) => errorText(error, MESSAGE) === MESSAGE)
  expect(left).toEqual([])
})

it('is in English what the server says', () => {
  expect(errorText('name_taken', MESSAGE)).toBe(MESSAGE)
})

describe('in German', () => {
  it.each([
    ['name_taken', 'An diesem Tisch heißt schon jemand so.'],
    ['error_of_tomorrow', MESSAGE],
    ['invalid', `Das ist nicht gültig. Prüf deine Eingabe. (${MESSAGE})`],
  ])('words %s, and leaves out nothing that it does not know: %s', async (code, text) => {
    await loadLanguage('de')
    expect(errorText(code, MESSAGE)).toBe(text)
  })

  it.each([
    [{ failure: MESSAGE, failureCode: 'timed_out' }, 'Das hat zu lange gedauert. Versuch es noch mal.'],
    [{ failure: MESSAGE, failureCode: null }, MESSAGE],
    [{ failure: null, failureCode: null }, null],
  ])('says why a scan failed: %o', async (scan, text) => {
    await loadLanguage('de')
    expect(failureText(scan)).toBe(text)
  })
})
