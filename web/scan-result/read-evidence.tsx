/** The text read from the label, and the confidence of each field. */
import type { FieldConfidence } from '#contracts'
import { confidenceLevel } from './confidence-badge.tsx'
import { t } from './texts.ts'

const LINES_SHOWN = 8
const DOTS = { green: 'bg-good', yellow: 'bg-amber', red: 'bg-danger' } as const
const FIELDS = ['name', 'brewery', 'style', 'abv'] as const

interface ReadEvidenceProps {
  readText: readonly string[]
  fieldConfidence: FieldConfidence | null
  className?: string
}

export function ReadEvidence({ readText, fieldConfidence, className = '' }: ReadEvidenceProps) {
  if (readText.length === 0 && !fieldConfidence) return null
  const lines = onceEach(readText).slice(0, LINES_SHOWN)
  return (
    <section aria-label={t('readEvidence.evidence')} className={`min-w-0 text-[0.82rem] text-ink-2 ${className}`}>
      {lines.length > 0 && <p className="break-words">{t('readEvidence.read', { lines: lines.join(', ') })}</p>}
      {fieldConfidence && (
        <ul className="mt-2 flex flex-wrap gap-x-3.5 gap-y-1">
          {FIELDS.filter((field) => fieldConfidence[field] > 0).map((field) => (
            <li key={field} className="flex items-center gap-1.5 whitespace-nowrap">
              <span
                aria-hidden="true"
                className={`size-2 rounded-full ${DOTS[confidenceLevel(fieldConfidence[field])]}`}
              />
              {t('readEvidence.sure', {
                field: t(`readEvidence.fields.${field}`),
                percent: Math.round(fieldConfidence[field]),
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Removes repeated lines: labels often print the name on the neck and on the front. */
function onceEach(lines: readonly string[]): string[] {
  return [...new Map(lines.map((line) => [line.toLowerCase(), line])).values()]
}
