import { afterEach, expect, it } from 'vitest'
import { loadLanguage } from '#web/language/language.ts'
import { reasonText } from './reason-text.ts'

afterEach(() => loadLanguage('en'))

it.each([
  ['a check-in without a date', 'ein Check-in ohne Datum'],
  ['an invalid scan (scannedAt)', 'ein ungültiger Scan (scannedAt)'],
  ['not a beer, cider or mead (Soju (Korea))', 'kein Bier, Cider oder Met (Soju (Korea))'],
  ['invalid date 31.2.2024 ignored', 'ungültiges Datum 31.2.2024 übergangen'],
  ['a beer beyond the 2,000 that you can add', 'ein Bier über die 2.000 hinaus, die du hinzufügen kannst'],
  ['a reason of tomorrow (12)', 'a reason of tomorrow (12)'],
])('says in German: %s', async (reason, text) => {
  await loadLanguage('de')
  expect(reasonText(reason)).toBe(text)
})

it('is in English what the server says', () => {
  expect(reasonText('invalid ABV 5% ignored')).toBe('invalid ABV 5% ignored')
})
