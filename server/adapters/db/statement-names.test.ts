import { expect, it } from 'vitest'
import { NAMES_MAX, statementNames } from './statement-names.ts'

const RUNS = 6

it('names a statement once it has recurred, always alike', () => {
  const { nameOf } = statementNames()
  const given = Array.from({ length: RUNS + 1 }, () => nameOf('select 1'))
  expect(given.slice(0, RUNS - 1).every((name) => name === undefined)).toBe(true)
  expect(given[RUNS - 1]).toBeDefined()
  expect(given[RUNS]).toBe(given[RUNS - 1])
})

it('gives no two statements the same name, and no more names than connections can hold', () => {
  const { nameOf } = statementNames()
  const named = new Map<string, string>()
  for (let n = 0; n < NAMES_MAX + 50; n++) {
    for (let run = 0; run < RUNS; run++) {
      const name = nameOf(`select ${n}`)
      if (name !== undefined) named.set(`select ${n}`, name)
    }
  }
  expect(named.size).toBe(NAMES_MAX)
  expect(new Set(named.values()).size).toBe(NAMES_MAX)
})

it('names alike in all processes, which may share connections behind a pooler', () => {
  const nameIn = ({ nameOf }: ReturnType<typeof statementNames>, text: string) =>
    Array.from({ length: RUNS }, () => nameOf(text)).at(-1)
  const [one, other] = [statementNames(), statementNames()]
  const name = nameIn(one, 'select 1')
  expect(name?.length).toBeLessThan(64)
  expect(nameIn(other, 'select 2')).not.toBe(name)
  expect(nameIn(other, 'select 1')).toBe(name)
})

it('goes on naming after thousands of statements that do not recur', () => {
  const { nameOf } = statementNames()
  for (let n = 0; n < 5_000; n++) expect(nameOf(`select ${n}`)).toBeUndefined()
  for (let run = 1; run < RUNS; run++) nameOf('select now()')
  expect(nameOf('select now()')).toBeDefined()
})

it('names a retired statement never again, and still names others', () => {
  const { nameOf, retire } = statementNames()
  for (let run = 0; run < RUNS; run++) nameOf('select 1')
  retire('select 1')
  for (let run = 0; run < RUNS; run++) expect(nameOf('select 1')).toBeUndefined()
  for (let run = 1; run < RUNS; run++) nameOf('select 2')
  expect(nameOf('select 2')).toBeDefined()
})
