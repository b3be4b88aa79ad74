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

it('logs a syntax error without the text', () => {
  const parse = () => JSON.parse('ada@example.org, {')
  const wrapped = new Error('not JSON', { cause: thrownBy(parse) })
  expect(describeError(wrapped)).toMatchObject({ message: 'not JSON', cause: { type: 'SyntaxError' } })
  expect(JSON.stringify(describeError(wrapped))).not.toContain('example.org')
})

function thrownBy(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
