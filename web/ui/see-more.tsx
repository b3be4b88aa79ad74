/** The button under a list that shows its first rows, and all of them on demand. */
interface SeeMoreProps {
  isExpanded: boolean
  toggle: () => void
  /** What the button says: to see more, or less. */
  label: string
}

export function SeeMore({ isExpanded, toggle, label }: SeeMoreProps) {
  return (
    <button
      type="button"
      aria-expanded={isExpanded}
      onClick={toggle}
      className="min-h-11 px-1 font-semibold text-accent-ink"
    >
      {label}
    </button>
  )
}
