import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOAST_DURATION_MS, TOAST_VIEWPORT_MAX_WIDTH_PX } from '#contracts'
import { ToastProvider, useToast } from './toast.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function Buttons() {
  const toast = useToast()
  return (
    <>
      <button type="button" onClick={() => toast({ title: 'First', description: 'of two' })}>
        one
      </button>
      <button type="button" onClick={() => toast({ title: 'Second' })}>
        two
      </button>
    </>
  )
}

function say(name: 'one' | 'two'): void {
  fireEvent.click(screen.getByRole('button', { name }))
}
async function open(): Promise<void> {
  await act(async () => {
    render(
      <ToastProvider>
        <Buttons />
      </ToastProvider>,
    )
    await import('./toast-list.tsx')
  })
}
/** The toasts that are seen; the library says them a second time to screen readers only. */
const toasts = () => within(screen.getByRole('region', { name: 'Notifications (F8)' })).queryAllByRole('listitem')

it('shows title and description, no wider than 280 px', async () => {
  await open()
  say('one')
  expect(toasts().map((toast) => toast.textContent)).toEqual(['Firstof two'])
  expect(screen.getByRole('list')).toHaveStyle({ maxWidth: `${TOAST_VIEWPORT_MAX_WIDTH_PX}px` })
})

it('is said to screen readers', async () => {
  await open()
  say('one')
  act(() => void vi.advanceTimersByTime(100))
  expect(screen.getByRole('status')).toHaveTextContent('First')
})

it('shows only the newest', async () => {
  await open()
  say('one')
  say('two')
  expect(toasts().map((toast) => toast.textContent)).toEqual(['Second'])
})

it('goes after five seconds, but not while a pointer rests on it', async () => {
  await open()
  say('one')
  const [toast] = toasts()
  if (!toast) throw new Error('no toast is shown')
  fireEvent.pointerMove(toast)
  act(() => void vi.advanceTimersByTime(TOAST_DURATION_MS * 3))
  expect(toasts()).toHaveLength(1)
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Notifications (F8)' }))
  act(() => void vi.advanceTimersByTime(TOAST_DURATION_MS - 1))
  expect(toasts()).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(1))
  expect(toasts()).toHaveLength(0)
})

it.each([
  [51, false],
  [50, true],
])('a swipe of %d px to the right leaves it there: %s', async (px, stays) => {
  await open()
  say('one')
  const [toast] = toasts()
  if (!toast) throw new Error('no toast is shown')
  toast.setPointerCapture = () => undefined
  toast.hasPointerCapture = () => false
  fireEvent.pointerDown(toast, { clientX: 10, clientY: 10, button: 0 })
  fireEvent.pointerMove(toast, { clientX: 10 + px, clientY: 10 })
  fireEvent.pointerUp(toast, { clientX: 10 + px, clientY: 10 })
  expect(toasts()).toHaveLength(stays ? 1 : 0)
})

it('is put away by Escape, and reached by F8', async () => {
  await open()
  say('one')
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(screen.getByRole('list')).toHaveFocus()
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(toasts()).toHaveLength(0)
})

it('shows a notice that came before it could show any', async () => {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  say('one')
  await act(async () => void (await import('./toast-list.tsx')))
  expect(toasts()).toHaveLength(1)
})
