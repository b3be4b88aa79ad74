import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { busyFieldset } from './button.tsx'

it('takes no clicks in a busy fieldset, which looks busy, and keeps the focus', async () => {
  const act = vi.fn()
  const group = (isBusy: boolean) => (
    <fieldset {...busyFieldset(isBusy, 'grid')}>
      <button type="button" onClick={act}>
        Choose
      </button>
    </fieldset>
  )
  const { rerender } = render(group(false))
  const button = screen.getByRole('button')
  expect(screen.getByRole('group')).toHaveClass('grid', { exact: true })
  await userEvent.click(button)
  rerender(group(true))
  await userEvent.click(button)
  expect(act).toHaveBeenCalledTimes(1)
  expect(button).toHaveFocus()
  expect(screen.getByRole('group')).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('group')).toHaveClass('grid', 'opacity-50')
})
