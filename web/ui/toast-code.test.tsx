import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ToastProvider, useToast } from './toast.tsx'

const load = vi.hoisted(() => vi.fn())
vi.mock('./toast-list.tsx', () => ({
  get ToastList() {
    load()
    return ({ notices }: { notices: { title: string }[] }) => notices.map(({ title }) => title).join()
  },
}))

function Button() {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast({ title: 'Removed' })}>
      remove
    </button>
  )
}

it('shows a toast although the code of toasts could not be loaded before', async () => {
  load.mockImplementationOnce(() => {
    throw new Error('a chunk is gone')
  })
  render(
    <ToastProvider>
      <Button />
    </ToastProvider>,
  )
  await waitFor(() => expect(load).toHaveBeenCalled())
  fireEvent.click(screen.getByRole('button', { name: 'remove' }))
  expect(await screen.findByText('Removed')).toBeVisible()
})
