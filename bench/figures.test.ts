import { expect, it } from 'vitest'
import { withRow } from './figures.ts'

const COLUMNS = ['people', 'answers/s']
const EMPTY = '# Load\n\n<!-- figures: load -->\n<!-- end -->\n\nText.\n'

it('adds a row below the others, and replaces the one that was measured before', () => {
  const first = withRow(EMPTY, 'load', COLUMNS, ['50', '40', 'Monday'])
  const both = withRow(first, 'load', COLUMNS, ['200', '90', 'Monday'])
  expect(withRow(both, 'load', COLUMNS, ['50', '48', 'Tuesday'])).toBe(
    [
      '# Load\n\n<!-- figures: load -->',
      '| people | answers/s | measured |',
      '|---|---|---|',
      '| 50 | 48 | Tuesday |',
      '| 200 | 90 | Monday |',
      '<!-- end -->\n\nText.\n',
    ].join('\n'),
  )
})

it('keeps a row on one line', () => {
  expect(withRow(EMPTY, 'load', COLUMNS, ['50', 'a|b\nc', 'Monday'])).toContain('| 50 | a\\|b c | Monday |')
})

it('refuses a document without a place for the table', () => {
  expect(() => withRow(EMPTY, 'soak', COLUMNS, ['50', '40', 'Monday'])).toThrow('No place for the figures of soak')
})
