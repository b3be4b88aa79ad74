import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOAST_DURATION_MS } from '#contracts'
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
function open(): void {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
}

it('says a notice once, in a live region that was there before', () => {
  open()
  const region = screen.getByRole('status')
  say('one')
  expect(region).toHaveTextContent('Firstof two')
  expect(screen.getAllByText(/First/)).toHaveLength(1)
})

it('shows only the newest', () => {
  open()
  say('one')
  say('two')
  expect(screen.queryByText('First')).toBeNull()
  expect(screen.getByText('Second')).toBeVisible()
})

it('goes after five seconds, but not while a pointer rests on it', () => {
  open()
  say('one')
  fireEvent.pointerEnter(screen.getByText('First'))
  act(() => void vi.advanceTimersByTime(TOAST_DURATION_MS * 3))
  expect(screen.getByText('First')).toBeVisible()
  fireEvent.pointerLeave(screen.getByText('First'))
  act(() => void vi.advanceTimersByTime(TOAST_DURATION_MS))
  expect(screen.queryByText('First')).toBeNull()
})

it.each([
  [60, false],
  [49, true],
])('a swipe of %d px to the right leaves it there: %s', (px, stays) => {
  open()
  say('one')
  const toast = screen.getByText('First')
  fireEvent.pointerDown(toast, { clientX: 10 })
  fireEvent.pointerMove(toast, { clientX: 10 + px })
  fireEvent.pointerUp(toast, { clientX: 10 + px })
  expect(screen.queryByText('First') !== null).toBe(stays)
})

it('is put away by Escape, and reached by F8', () => {
  open()
  say('one')
  fireEvent.keyDown(document.body, { key: 'F8' })
  expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toHaveFocus()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByText('First')).toBeNull()
})
