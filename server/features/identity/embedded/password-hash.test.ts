import { expect, it } from 'vitest'
import { passwordHashes } from './password-hash.ts'

const quick = passwordHashes({ logN: 10, r: 8, p: 1 })

it('recognises the password and no other', async () => {
  const passwords = passwordHashes()
  const hash = await passwords.hash('correct horse battery')
  expect(hash).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(await passwords.matches('correct horse battery', hash)).toBe(true)
  expect(await passwords.matches('correct horse battery ', hash)).toBe(false)
})

it('salts each hash', async () => {
  expect(await quick.hash('correct horse battery')).not.toBe(await quick.hash('correct horse battery'))
})

it('recognises a password typed on another system', async () => {
  expect(await quick.matches('cafe\u0301 au lait', await quick.hash('caf\u00e9 au lait'))).toBe(true)
})

it('recognises no password where none is stored', async () => {
  expect(await quick.matches('', null)).toBe(false)
  expect(await quick.matches('correct horse battery', undefined)).toBe(false)
})

it('recognises passwords whose hashes have other parameters', async () => {
  expect(await passwordHashes().matches('correct horse battery', await quick.hash('correct horse battery'))).toBe(true)
})
