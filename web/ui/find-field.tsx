/** A field that narrows the list below it. */
import { SearchIcon } from 'lucide-react'

interface FindFieldProps {
  label: string
  value: string
  onChange: (words: string) => void
}

export function FindField({ label, value, onChange }: FindFieldProps) {
  return (
    <label className="flex min-h-13 items-center gap-2 rounded-button border border-line bg-raised px-4 focus-within:outline-3 focus-within:outline-accent-ink">
      <SearchIcon size={19} aria-hidden="true" className="shrink-0 text-ink-3" />
      <input
        type="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-12 min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:grayscale"
      />
    </label>
  )
}
