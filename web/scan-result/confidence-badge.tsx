/** The confidence of a match, as a percentage and a colour. */
import { CONFIDENCE_GREEN_PERCENT, CONFIDENCE_YELLOW_PERCENT } from '#contracts'
import { t } from './texts.ts'

export type ConfidenceLevel = 'green' | 'yellow' | 'red'

export function confidenceLevel(percent: number): ConfidenceLevel {
  if (percent >= CONFIDENCE_GREEN_PERCENT) return 'green'
  return percent >= CONFIDENCE_YELLOW_PERCENT ? 'yellow' : 'red'
}

const LOOKS: Record<ConfidenceLevel, string> = {
  green: 'border-good/50 text-good',
  yellow: 'border-accent-ink/50 text-accent-ink',
  red: 'border-danger/60 text-danger',
}

export function ConfidenceBadge({ percent, className = '' }: { percent: number; className?: string }) {
  const level = confidenceLevel(percent)
  return (
    <span
      data-level={level}
      className={`inline-flex items-center rounded-full border px-2 py-0.5 text-center text-[0.75rem] font-semibold ${LOOKS[level]} ${className}`}
    >
      {t('confidenceBadge.match', { percent: Math.round(percent) })}
    </span>
  )
}
