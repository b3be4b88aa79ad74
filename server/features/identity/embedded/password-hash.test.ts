import { expect, it } from 'vitest'
import { hashPassword, isPassword } from './password-hash.ts'

it('recognises the password and no other', async () => {
  const hash = await hashPassword('correct horse battery')
  expect(hash).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(await isPassword('correct horse battery', hash)).toBe(true)
  expect(await isPassword('correct horse battery ', hash)).toBe(false)
})

it('salts each hash', async () => {
  expect(await hashPassword('correct horse battery')).not.toBe(await hashPassword('correct horse battery'))
})

it('recognises a password typed on another system', async () => {
  expect(await isPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).toBe(true)
})

it('recognises no password where none is stored', async () => {
  expect(await isPassword('', null)).toBe(false)
  expect(await isPassword('correct horse battery', undefined)).toBe(false)
})
