/** A field that narrows the list below it, and the button that clears such a field. */
import { SearchIcon, X } from 'lucide-react'
import { useRef } from 'react'
import { SEARCH_QUERY_MAX_LENGTH } from '#contracts'
import { IconButton } from './button.tsx'
import { t } from './texts.ts'

interface FindFieldProps {
  label: string
  value: string
  onChange: (words: string) => void
}

export function FindField({ label, value, onChange }: FindFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="flex min-h-13 items-center gap-2 rounded-button border border-line bg-raised pr-1 pl-4 focus-within:outline-3 focus-within:outline-accent-ink">
      <SearchIcon size={19} aria-hidden="true" className="shrink-0 text-ink-3" />
      <input
        ref={field}
        type="search"
        autoComplete="off"
        maxLength={SEARCH_QUERY_MAX_LENGTH}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-12 min-w-0 flex-1 bg-transparent text-ellipsis text-ink outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      {value && (
        <ClearButton
          onClear={() => {
            onChange('')
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** The browser's own is too small for a thumb, and has no name. */
export function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <IconButton label={t('clear')} onClick={onClear}>
      <X size={20} />
    </IconButton>
  )
}
