/** A line to type into, with its label above. */
import type { ComponentProps } from 'react'

/** The classes of whatever is typed into. */
export const FIELD = 'min-h-12 w-full min-w-0 rounded-button border border-line bg-raised px-4 text-base text-ink'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  onText: (text: string) => void
}

export function Field({ label, onText, ...input }: FieldProps) {
  return (
    <label className="grid min-w-0 gap-1.5 text-ink-2 text-sm">
      {label}
      <input {...input} onChange={(event) => onText(event.target.value)} className={FIELD} />
    </label>
  )
}
