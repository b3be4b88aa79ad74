import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { spec } from '#testing/spec.ts'
import { useDismissAfter, useRotation } from './timing.ts'

// The specification's value.
const OVERLAY_DISMISS_MS = 10_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function Overlay({ onDismiss }: { onDismiss: () => void }) {
  const listeners = useDismissAfter(OVERLAY_DISMISS_MS, onDismiss, true)
  return (
    <div {...listeners} data-testid="overlay">
      <button type="button">Save</button>
      <a href="#details">Details</a>
    </div>
  )
}

function pass(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms))
}

it('dismisses an overlay that was idle for ten seconds', spec('4.8.6', '9.3.11'), () => {
  const onDismiss = vi.fn()
  render(<Overlay onDismiss={onDismiss} />)
  pass(OVERLAY_DISMISS_MS - 1)
  expect(onDismiss).not.toHaveBeenCalled()
  pass(1)
  expect(onDismiss).toHaveBeenCalledTimes(1)
})

it('pauses while the overlay is touched, and then restarts', () => {
  const onDismiss = vi.fn()
  render(<Overlay onDismiss={onDismiss} />)
  pass(9_000)
  fireEvent.pointerDown(screen.getByTestId('overlay'))
  pass(60_000)
  expect(onDismiss).not.toHaveBeenCalled()
  fireEvent.pointerUp(screen.getByTestId('overlay'))
  pass(9_999)
  expect(onDismiss).not.toHaveBeenCalled()
  pass(1)
  expect(onDismiss).toHaveBeenCalledTimes(1)
})

it('pauses while the keyboard is used in it', () => {
  const onDismiss = vi.fn()
  render(<Overlay onDismiss={onDismiss} />)
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Tab' })
  pass(60_000)
  expect(onDismiss).not.toHaveBeenCalled()
})

it('stays paused while the focus moves in it, and restarts when it leaves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const onDismiss = vi.fn()
  render(<Overlay onDismiss={onDismiss} />)
  await user.tab()
  await user.tab()
  expect(screen.getByRole('link')).toHaveFocus()
  pass(60_000)
  expect(onDismiss).not.toHaveBeenCalled()
  await user.tab()
  expect(document.body).toHaveFocus()
  pass(OVERLAY_DISMISS_MS)
  expect(onDismiss).toHaveBeenCalledTimes(1)
})

it('rotates through its texts', () => {
  const { result } = renderHook(() => useRotation(['a', 'b', 'c'], 1_000))
  const seen = [result.current]
  for (let second = 0; second < 3; second += 1) {
    pass(1_000)
    seen.push(result.current)
  }
  expect(seen).toEqual(['a', 'b', 'c', 'a'])
})
