import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOAST_DURATION_MS, TOAST_VIEWPORT_MAX_WIDTH_PX } from '#contracts'
import { spec } from '#testing/spec.ts'
import { Sheet } from './sheet.tsx'
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

function show(name: 'one' | 'two'): void {
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
/** The visible toasts; Radix renders each a second time for screen readers. */
const toasts = () => within(screen.getByRole('region', { name: 'Notifications (F8)' })).queryAllByRole('listitem')

it('shows title and description, no wider than 280 px', async () => {
  await open()
  show('one')
  expect(toasts().map((toast) => toast.textContent)).toEqual(['Firstof two'])
  expect(screen.getByRole('list')).toHaveStyle({ maxWidth: `${TOAST_VIEWPORT_MAX_WIDTH_PX}px` })
})

it('is announced to screen readers', async () => {
  await open()
  show('one')
  act(() => void vi.advanceTimersByTime(100))
  expect(screen.getByRole('status')).toHaveTextContent('First')
})

it('shows only the newest', spec('9.5.1'), async () => {
  await open()
  show('one')
  show('two')
  expect(toasts().map((toast) => toast.textContent)).toEqual(['Second'])
})

it('disappears after five seconds, but not while a pointer hovers over it', async () => {
  await open()
  show('one')
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
])('stays after a swipe of %d px to the right: %s', spec('9.5.4', '9.5.5'), async (px, stays) => {
  await open()
  show('one')
  const [toast] = toasts()
  if (!toast) throw new Error('no toast is shown')
  toast.setPointerCapture = () => undefined
  toast.hasPointerCapture = () => false
  fireEvent.pointerDown(toast, { clientX: 10, clientY: 10, button: 0 })
  fireEvent.pointerMove(toast, { clientX: 10 + px, clientY: 10 })
  fireEvent.pointerUp(toast, { clientX: 10 + px, clientY: 10 })
  expect(toasts()).toHaveLength(stays ? 1 : 0)
})

it('is focused by F8 and dismissed by Escape', spec('9.5.6'), async () => {
  await open()
  show('one')
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(screen.getByRole('list')).toHaveFocus()
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(toasts()).toHaveLength(0)
})

it('shows a toast from before its list was loaded', async () => {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  show('one')
  await act(async () => void (await import('./toast-list.tsx')))
  expect(toasts()).toHaveLength(1)
})

it('is inside an open sheet, where alone keyboard and screen reader get to, and on the page once that is closed', async () => {
  const onUndo = vi.fn()
  function Deleting() {
    const toast = useToast()
    const [isOpen, setOpen] = useState(true)
    return (
      <Sheet open={isOpen} title="Last menu" onClose={() => setOpen(false)}>
        <button type="button" onClick={() => toast({ title: 'Removed', action: { label: 'Undo', run: onUndo } })}>
          remove
        </button>
      </Sheet>
    )
  }
  await act(async () => {
    render(
      <ToastProvider>
        <Deleting />
      </ToastProvider>,
    )
    await import('./toast-list.tsx')
  })
  fireEvent.click(screen.getByRole('button', { name: 'remove' }))
  const sheet = screen.getByRole('dialog')
  fireEvent.click(within(sheet).getByRole('button', { name: 'Undo' }))
  expect(onUndo).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'remove' }))
  fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
})
