import { expect, it } from 'vitest'
import { passkeysPage } from './passkey-pages.ts'
import { textsIn } from './texts.ts'

it.each([
  ['en', 'Firefox on Android', 'Firefox on Android'],
  ['ja', 'Firefox on Android', 'AndroidのFirefox'],
  ['de', 'Windows', 'Windows'],
  ['de', null, 'Unbekanntes Gerät'],
] as const)('names the device of a passkey in %s: %s', (language, device, text) => {
  const passkey = { id: 'id', device, createdAt: new Date(), lastUsedAt: null, elsewhere: undefined }
  expect(passkeysPage(textsIn(language), [passkey])).toContain(`<div>${text}<p>`)
})
