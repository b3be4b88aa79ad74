/** 'had (when)', 'saved' or 'new', with a sign of its own each. */
import { Check, Heart, Sparkle } from 'lucide-react'
import { type Acquaintance, acquaintanceText } from './acquaintance.ts'

export function AcquaintanceMark({ acquaintance }: { acquaintance: Acquaintance }) {
  const Icon = acquaintance.hadAt ? Check : acquaintance.isSaved ? Heart : Sparkle
  const isNew = !acquaintance.hadAt && !acquaintance.isSaved
  return (
    <span className={`inline-flex items-center gap-1.5 ${isNew ? 'text-accent-ink' : 'text-good'}`}>
      <Icon size={13} aria-hidden="true" className="shrink-0" />
      {acquaintanceText(acquaintance)}
    </span>
  )
}

/** Room for the mark while it is not known: what stands below it stays where it is. */
export function AcquaintancePlace() {
  return (
    <span aria-hidden="true" className="block">
      &nbsp;
    </span>
  )
}
