import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, it } from 'vitest'
import { describeError } from './log.ts'

it('logs a failed query without its parameters', () => {
  const failed = new DrizzleQueryError('select * from users where email = $1', ['ada@example.org'], new Error('down'))
  const logged = describeError(failed)
  expect(logged).toMatchObject({
    message: 'failed query: select * from users where email = $1',
    cause: { message: 'down' },
  })
  expect(JSON.stringify(logged)).not.toContain('ada@example.org')
})
