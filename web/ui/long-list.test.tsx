import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useLongList } from './long-list.tsx'

afterEach(() => vi.unstubAllGlobals())

it('opens with the rows that a phone shows, then has more than a tablet shows, and grows before its end comes into view', () => {
  const watching = new Set<() => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly near: () => void
      constructor(note: (entries: { isIntersecting: boolean }[]) => void) {
        this.near = () => note([{ isIntersecting: true }])
      }
      observe = () => watching.add(this.near)
      disconnect = () => watching.delete(this.near)
    },
  )
  const reachEnd = () =>
    act(() => {
      for (const near of watching) near()
    })
  const rows = Array.from({ length: 30 }, (_, row) => row)
  const shown: number[] = []
  function List() {
    const list = useLongList(rows)
    shown.push(list.shown.length)
    return (
      <>
        {list.shown.map((row) => (
          <p key={row}>Row {row}</p>
        ))}
        {list.end}
      </>
    )
  }
  render(<List />)
  expect(shown).toEqual([5, 12])
  reachEnd()
  reachEnd()
  expect(shown).toEqual([5, 12, 24, 30])
  expect(screen.getByText('Row 29')).toBeVisible()
  expect(watching).toEqual(new Set())
})
