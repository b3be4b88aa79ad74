/** 'had (when)', 'saved' or 'new', with a sign of its own each. */
import { Check, Heart, Sparkle } from 'lucide-react'
import { type Standing, standingText } from './standing.ts'

export function StandingMark({ standing }: { standing: Standing }) {
  const Icon = standing.hadAt ? Check : standing.isSaved ? Heart : Sparkle
  const isNew = !standing.hadAt && !standing.isSaved
  return (
    <span className={`inline-flex items-center gap-1.5 ${isNew ? 'text-accent-ink' : 'text-good'}`}>
      <Icon size={13} aria-hidden="true" className="shrink-0" />
      {standingText(standing)}
    </span>
  )
}

/** Room for the mark while it is not known: what stands below it stays where it is. */
export function StandingPlace() {
  return (
    <span aria-hidden="true" className="block">
      &nbsp;
    </span>
  )
}
