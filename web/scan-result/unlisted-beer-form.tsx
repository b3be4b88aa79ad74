/** Name and brewery of a beer that the catalogue lacks, to be saved as the user's own. */
import { type FormEvent, useState } from 'react'
import { type correctScan, type InputOf, UNLISTED_NAME_MAX_LENGTH } from '#contracts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from './texts.ts'

export type UnlistedBeer = Extract<InputOf<typeof correctScan>['body'], { unlisted: object }>['unlisted']

const LINE = { maxLength: UNLISTED_NAME_MAX_LENGTH }
const cutToLine = (text: string) => text.slice(0, LINE.maxLength)

export function UnlistedBeerForm({
  name: nameRead,
  brewery: breweryRead,
  variant = 'quiet',
  isBusy,
  onSave,
}: {
  /** As read or searched for; the user edits it. Another one replaces it, and leaves the brewery as it is. */
  name: string
  brewery: string | null
  variant?: 'primary' | 'quiet'
  isBusy: boolean
  onSave: (beer: UnlistedBeer) => void
}) {
  const [name, setName] = useState(cutToLine(nameRead))
  const [shownRead, setShownRead] = useState(nameRead)
  if (nameRead !== shownRead) {
    setShownRead(nameRead)
    setName(cutToLine(nameRead))
  }
  const [brewery, setBrewery] = useState(cutToLine(breweryRead ?? ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ name: name.trim(), brewery: brewery.trim() || null })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label={t('unlistedBeerForm.name')} value={name} onText={setName} {...LINE} />
      <Field label={t('unlistedBeerForm.brewery')} value={brewery} onText={setBrewery} {...LINE} />
      <Button variant={variant} type="submit" isBusy={isBusy} disabled={name.trim() === ''}>
        {t('unlistedBeerForm.save')}
      </Button>
    </form>
  )
}
