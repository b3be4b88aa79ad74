import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDismissAfter, useRotation } from './timing.ts'

// As the specification has it.
const OVERLAY_DISMISS_MS = 10_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function Overlay({ onDismiss }: { onDismiss: () => void }) {
  const watch = useDismissAfter(OVERLAY_DISMISS_MS, onDismiss, true)
  return (
    <div {...watch} data-testid="overlay">
      <button type="button">Save</button>
    </div>
  )
}

function pass(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms))
}

it('dismisses an overlay that was left alone for ten seconds', () => {
  const onDismiss = vi.fn()
  render(<Overlay onDismiss={onDismiss} />)
  pass(OVERLAY_DISMISS_MS - 1)
  expect(onDismiss).not.toHaveBeenCalled()
  pass(1)
  expect(onDismiss).toHaveBeenCalledTimes(1)
})

it('waits while the overlay is touched, and begins anew after', () => {
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

it('waits while it is used by keyboard', () => {
  const onDismiss = vi.fn()
  render(<Overlay onDismiss={onDismiss} />)
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Tab' })
  pass(60_000)
  expect(onDismiss).not.toHaveBeenCalled()
})

it('rotates through its texts and begins again', () => {
  const { result } = renderHook(() => useRotation(['a', 'b', 'c'], 1_000))
  const seen = [result.current]
  for (let second = 0; second < 3; second += 1) {
    pass(1_000)
    seen.push(result.current)
  }
  expect(seen).toEqual(['a', 'b', 'c', 'a'])
})
