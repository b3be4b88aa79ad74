import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { FindField } from './find-field.tsx'

function Finding() {
  const [words, setWords] = useState('')
  return <FindField label="Search your scans" value={words} onChange={setWords} />
}

it('is cleared by a button that a thumb can hit, and then takes other words', async () => {
  const user = userEvent.setup()
  render(<Finding />)
  const field = screen.getByRole('searchbox', { name: 'Search your scans' })
  expect(screen.queryByRole('button')).toBeNull()
  await user.type(field, 'orval')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(field).toHaveValue('')
  expect(field).toHaveFocus()
})
