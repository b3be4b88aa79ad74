import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLongList } from './long-list.tsx'

const ROW_PX = 100
const watching = new Set<() => void>()
const reachEnd = () =>
  act(() => {
    for (const near of watching) near()
  })

beforeEach(() => {
  watching.clear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly note: (entries: { isIntersecting: boolean; target: Element }[]) => void
      near = () => {}
      constructor(note: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
        this.note = note
      }
      observe(target: Element) {
        this.near = () => this.note([{ isIntersecting: true, target }])
        watching.add(this.near)
      }
      disconnect = () => watching.delete(this.near)
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.returnsTo
})

/** Renders a list of so many rows; the array has how many it showed after each of its renders. */
function renderList(count: number): number[] {
  const rows = Array.from({ length: count }, (_, row) => row)
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
  return shown
}

it('opens with the rows that a phone shows, then has more than a tablet shows, and grows before its end comes into view', () => {
  const shown = renderList(30)
  expect(shown).toEqual([5, 12])
  reachEnd()
  reachEnd()
  expect(shown).toEqual([5, 12, 24, 30])
  expect(screen.getByText('Row 29')).toBeVisible()
  expect(watching).toEqual(new Set())
})

it('reaches the end of 500 rows in twenty steps, none of which adds more than a quarter', () => {
  const shown = renderList(500)
  for (let step = 0; step < 20; step++) reachEnd()
  expect(shown.at(-1)).toBe(500)
  const far = shown.filter((rows) => rows > 48)
  for (const [index, rows] of far.slice(1).entries()) expect(rows / (far[index] ?? 0)).toBeLessThan(1.27)
})

it('shows at once the rows down to the place that the page returns to', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const rows = this.parentElement?.querySelectorAll('p').length ?? 0
    return new DOMRect(0, rows * ROW_PX, 0, 0)
  })
  document.documentElement.dataset.returnsTo = String(40 * ROW_PX)
  const shown = renderList(500)
  reachEnd()
  const onScreen = Math.ceil(window.innerHeight / ROW_PX)
  expect(shown).toEqual([5, 12, 40 + onScreen])
  delete document.documentElement.dataset.returnsTo
  reachEnd()
  expect(shown.at(-1)).toBe(40 + onScreen + 12)
})
