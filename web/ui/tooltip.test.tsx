import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IconButton } from './button.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  pass(10_000)
  vi.useRealTimers()
})

function pass(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms))
}
const tooltip = () => document.querySelector('[data-tooltip]')?.textContent
const rest = (name: string) => fireEvent.pointerEnter(screen.getByRole('button', { name }), { pointerType: 'mouse' })
const leave = (name: string) => fireEvent.pointerLeave(screen.getByRole('button', { name }))

function open(): void {
  render(
    <>
      <IconButton label="Torch">t</IconButton>
      <IconButton label="History">h</IconButton>
    </>,
  )
}

it('appears after 700 ms, and at once beside one that was just shown', () => {
  open()
  rest('Torch')
  pass(690)
  expect(tooltip()).toBeUndefined()
  pass(10)
  expect(tooltip()).toBe('Torch')
  leave('Torch')
  expect(tooltip()).toBeUndefined()
  pass(290)
  rest('History')
  pass(0)
  expect(tooltip()).toBe('History')
  leave('History')
  pass(300)
  rest('Torch')
  pass(690)
  expect(tooltip()).toBeUndefined()
  leave('Torch')
})

it('does not come in the way of a press or a finger', () => {
  open()
  rest('Torch')
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Torch' }))
  pass(2_000)
  expect(tooltip()).toBeUndefined()
  fireEvent.pointerEnter(screen.getByRole('button', { name: 'Torch' }), { pointerType: 'touch' })
  pass(2_000)
  expect(tooltip()).toBeUndefined()
})
