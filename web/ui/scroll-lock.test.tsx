import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { RemoveScrollBar } from './scroll-lock.ts'

const { style } = document.body

function withScrollBarOf(px: number): void {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(innerWidth - px)
}

it('holds the page until the last of several sheets is closed', () => {
  const first = render(<RemoveScrollBar />)
  const second = render(<RemoveScrollBar />)
  expect(style.overflow).toBe('hidden')
  first.unmount()
  expect(style.overflow).toBe('hidden')
  second.unmount()
  expect(style.overflow).toBe('')
})

it('keeps the page as wide as it was beside its scroll bar', () => {
  withScrollBarOf(15)
  const { unmount } = render(<RemoveScrollBar />)
  expect(style.paddingRight).toBe('15px')
  unmount()
  expect(style.paddingRight).toBe('')
})

it('leaves a page without a scroll bar as it is', () => {
  withScrollBarOf(0)
  render(<RemoveScrollBar />)
  expect(style.paddingRight).toBe('')
})
