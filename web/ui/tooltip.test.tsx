import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { spec } from '#testing/spec.ts'
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
const hover = (name: string) => fireEvent.pointerEnter(screen.getByRole('button', { name }), { pointerType: 'mouse' })
const leave = (name: string) => fireEvent.pointerLeave(screen.getByRole('button', { name }))

function open(): void {
  render(
    <>
      <IconButton label="Torch">t</IconButton>
      <IconButton label="History">h</IconButton>
    </>,
  )
}

it('appears after 700 ms, or at once if another was just visible', spec('9.5.8', '9.5.9'), () => {
  open()
  hover('Torch')
  pass(690)
  expect(tooltip()).toBeUndefined()
  pass(10)
  expect(tooltip()).toBe('Torch')
  leave('Torch')
  expect(tooltip()).toBeUndefined()
  pass(290)
  hover('History')
  pass(0)
  expect(tooltip()).toBe('History')
  leave('History')
  pass(300)
  hover('Torch')
  pass(690)
  expect(tooltip()).toBeUndefined()
  leave('Torch')
})

it('does not appear on a press or a touch', () => {
  open()
  hover('Torch')
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Torch' }))
  pass(2_000)
  expect(tooltip()).toBeUndefined()
  fireEvent.pointerEnter(screen.getByRole('button', { name: 'Torch' }), { pointerType: 'touch' })
  pass(2_000)
  expect(tooltip()).toBeUndefined()
})

it('stays inside the window', () => {
  const box = (left: number, width: number) => ({ left, width, top: 10, bottom: 54, height: 24 }) as DOMRect
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(390)
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(844)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return this.dataset.tooltip === undefined ? box(this.textContent === 'h' ? 340 : 6, 44) : box(0, 200)
  })
  open()
  hover('Torch')
  pass(700)
  expect(document.querySelector<HTMLElement>('[data-tooltip]')?.style.left).toBe('8px')
  leave('Torch')
  hover('History')
  pass(0)
  expect(document.querySelector<HTMLElement>('[data-tooltip]')?.style.left).toBe('182px')
})

it('is dismissed by Escape', () => {
  open()
  hover('Torch')
  pass(700)
  expect(tooltip()).toBe('Torch')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(tooltip()).toBeUndefined()
})
