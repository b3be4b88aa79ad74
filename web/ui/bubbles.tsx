/** Decorative bubbles that rise in the background; they animate transform and opacity only. */
import type { CSSProperties } from 'react'

const BUBBLES = Array.from({ length: 14 }, (_, n) => {
  const size = 6 + ((n * 7) % 13)
  const style: CSSProperties & Record<`--${string}`, string> = {
    left: `${(n * 61 + 7) % 100}%`,
    width: size,
    height: size,
    '--seconds': `${9 + ((n * 5) % 9)}s`,
    '--delay': `${-((n * 3.7) % 17)}s`,
    '--drift': `${((n * 13) % 36) - 18}px`,
  }
  return { key: n, style }
})

export function Bubbles() {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      {BUBBLES.map((bubble) => (
        <span
          key={bubble.key}
          className="bubble absolute -bottom-5 rounded-full border border-(--bubble) bg-(--bubble)/15"
          style={bubble.style}
        />
      ))}
    </div>
  )
}
