/** The button below a shortened list that expands and collapses it. */
interface SeeMoreProps {
  isExpanded: boolean
  toggle: () => void
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
