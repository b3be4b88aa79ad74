import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastProvider, useToast } from './toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function Say() {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast({ title: 'Beer Saved' })}>
      say
    </button>
  )
}
async function say(): Promise<void> {
  await act(async () => {
    render(
      <ToastProvider>
        <Say />
      </ToastProvider>,
    )
    await import('./toast-list.tsx')
  })
  fireEvent.click(screen.getByRole('button', { name: 'say' }))
}
/** The notice for eyes; another may stand there for screen readers alone. */
const notice = () => screen.queryAllByText('Beer Saved').find((one) => one.closest('li, [style]') !== null)

it('stays five seconds', async () => {
  await say()
  act(() => void vi.advanceTimersByTime(4_990))
  expect(notice()).toBeDefined()
  act(() => void vi.advanceTimersByTime(20))
  expect(notice()).toBeUndefined()
})

it('is at most 280 px wide', async () => {
  await say()
  const widths: string[] = []
  for (let one: Element | null = notice() ?? null; one; one = one.parentElement) {
    if (one instanceof HTMLElement && one.style.maxWidth) widths.push(one.style.maxWidth)
  }
  expect(widths).toEqual(['280px'])
})
