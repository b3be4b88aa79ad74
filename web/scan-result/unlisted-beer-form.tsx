/** Name and brewery of a beer that the catalogue lacks, to be saved as the user's own. */
import { type FormEvent, useState } from 'react'
import { type correctScan, type InputOf, UNLISTED_NAME_MAX_LENGTH } from '#contracts'
import { Button } from '#web/ui/button.tsx'
import { t } from './texts.ts'

export type UnlistedBeer = Extract<InputOf<typeof correctScan>['body'], { unlisted: object }>['unlisted']

export function UnlistedBeerForm({
  name: nameRead,
  brewery: breweryRead,
  variant = 'quiet',
  isBusy,
  onSave,
}: {
  /** As read; the user edits it. */
  name: string
  brewery: string | null
  variant?: 'primary' | 'quiet'
  isBusy: boolean
  onSave: (beer: UnlistedBeer) => void
}) {
  const [name, setName] = useState(nameRead.slice(0, UNLISTED_NAME_MAX_LENGTH))
  const [brewery, setBrewery] = useState((breweryRead ?? '').slice(0, UNLISTED_NAME_MAX_LENGTH))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ name: name.trim(), brewery: brewery.trim() || null })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label={t('unlistedBeerForm.name')} value={name} onChange={setName} />
      <Field label={t('unlistedBeerForm.brewery')} value={brewery} onChange={setBrewery} />
      <Button variant={variant} type="submit" isBusy={isBusy} disabled={name.trim() === ''}>
        {t('unlistedBeerForm.save')}
      </Button>
    </form>
  )
}

function Field({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="grid gap-1.5 text-ink-2 text-sm">
      <span className="px-1">{label}</span>
      <input
        value={value}
        maxLength={UNLISTED_NAME_MAX_LENGTH}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 min-w-0 rounded-button border border-line bg-raised px-4 text-base text-ink"
      />
    </label>
  )
}
