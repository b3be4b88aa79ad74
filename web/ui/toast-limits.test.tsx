import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { spec } from '#testing/spec.ts'
import { ToastProvider, useNotices, useToast } from './toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function ShowButton() {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast({ title: 'Beer Saved' })}>
      Show
    </button>
  )
}
async function showToast(): Promise<void> {
  await act(async () => {
    render(
      <ToastProvider>
        <ShowButton />
      </ToastProvider>,
    )
    await import('./toast-list.tsx')
  })
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
}
/** The visible toast; Radix adds another one for screen readers. */
const visibleToast = () => screen.queryAllByText('Beer Saved').find((one) => one.closest('li, [style]') !== null)

it('is shown for five seconds', spec('9.5.3'), async () => {
  await showToast()
  act(() => void vi.advanceTimersByTime(4_990))
  expect(visibleToast()).toBeDefined()
  act(() => void vi.advanceTimersByTime(20))
  expect(visibleToast()).toBeUndefined()
})

it('is at most 280 px wide', spec('9.5.7'), async () => {
  await showToast()
  const widths: string[] = []
  for (let one: Element | null = visibleToast() ?? null; one; one = one.parentElement) {
    if (one instanceof HTMLElement && one.style.maxWidth) widths.push(one.style.maxWidth)
  }
  expect(widths).toEqual(['280px'])
})

it('breaks a word that is wider than it, such as the name of a file', async () => {
  await showToast()
  expect(visibleToast()?.closest('li')).toHaveClass('wrap-anywhere')
})

it('is removed 1,000,000 ms after it was dismissed', spec('9.5.2'), () => {
  const { result } = renderHook(useNotices)
  act(() => result.current.show({ title: 'Beer Saved' }))
  act(() => result.current.close(1))
  expect(result.current.notices).toEqual([{ title: 'Beer Saved', id: 1, open: false }])
  act(() => void vi.advanceTimersByTime(999_999))
  expect(result.current.notices).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current.notices).toEqual([])
})
