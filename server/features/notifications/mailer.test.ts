import { expect, it } from 'vitest'
import { mailer, needsEncryption } from './mailer.ts'

it.each([
  ['smtp://user:secret@mail.example.org:587', true],
  ['smtp://203.0.113.7:25', true],
  ['smtp://mail:25', false],
  ['smtp://192.168.0.5:25', false],
  ['smtp://127.0.0.1:1025', false],
  // Encrypted from its first byte.
  ['smtps://mail.example.org', false],
])('requires STARTTLS of a mail server on the internet: %s', (url, isRequired) => {
  expect(needsEncryption(url)).toBe(isRequired)
})

it('says why a mail server could not be used', async () => {
  const { send } = mailer({ url: 'smtp://127.0.0.1:9', from: 'beer@example.org' })
  const result = await send({
    to: 'ada@example.org',
    subject: 'A week',
    text: '',
    html: '',
    messageId: '<1@example.org>',
  })
  expect(result).toEqual({ kind: 'later', reason: new Error('the mail server could not be used (ESOCKET)') })
})
