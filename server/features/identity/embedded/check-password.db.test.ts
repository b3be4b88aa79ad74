import { expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { oidcAccounts } from '../../../adapters/db/schema.ts'
import { accountStore } from './account-store.ts'
import { passwordCheck } from './check-password.ts'

const { db } = await testDatabase()
const accounts = accountStore(db)
const email = 'ada@example.org'
const [account] = await db
  .insert(oidcAccounts)
  .values({ id: 'ada', firstName: 'Ada', lastName: 'Lovelace', email, passwordHash: 'old' })
  .returning()
if (!account) throw new Error('no account')

it('lets nobody in with a password that is replaced while it is compared, nor replace the new one', async () => {
  const request = Object({ ip: '192.0.2.1', headers: {}, cookies: {} })
  const check = passwordCheck({
    accounts,
    attempts: { begin: async () => ({ succeeded: async () => {} }) },
    devices: { idFor: () => undefined },
    passwords: {
      async matches() {
        expect(await accounts.changePassword(account, 'new')).toEqual({ userId: undefined })
        return true
      },
    },
  })
  expect(await check(request, { email, password: 'old' })).toEqual({ refused: 403 })
  expect(await accounts.changePassword(account, 'of a thief')).toBe(false)
  expect(await accounts.byId(account.id)).toMatchObject({ passwordHash: 'new' })
})
