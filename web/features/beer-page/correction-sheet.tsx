/** The form in which a user says what is wrong about a beer. What the user leaves as it is, is not sent. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type Beer,
  CORRECTION_NOTE_MAX_LENGTH,
  type Correction,
  getCorrection,
  suggestCorrection,
  withdrawCorrection,
} from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf, useCall } from '#web/api/queries.ts'
import { BeerFields, useBeerFields, type Written } from '#web/beer-form/beer-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { FIELD } from '#web/ui/field.tsx'
import { FailurePanel } from '#web/ui/message.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { t } from './texts.ts'

export function CorrectionSheet({ beer, onClose }: { beer: Beer; onClose: () => void }) {
  const { data, error, refetch } = useQuery(queryOf(getCorrection, { params: { id: beer.id } }))
  return (
    <Sheet open onClose={onClose} title={t('correction.title')} note={t('correction.note')}>
      {data ? (
        <CorrectionForm beer={beer} earlier={data.correction} onDone={onClose} />
      ) : error ? (
        <FailurePanel title={t('correction.loadFailed')} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Sheet>
  )
}

interface CorrectionFormProps {
  beer: Beer
  /** The user's own earlier suggestion. */
  earlier: Correction | null
  onDone: () => void
}

function CorrectionForm({ beer, earlier, onDone }: CorrectionFormProps) {
  const toast = useToast()
  const isShown = useIsShown()
  const suggest = useCall(suggestCorrection)
  const withdraw = useCall(withdrawCorrection)
  const isBusy = suggest.isPending || withdraw.isPending
  const [isRetired, setRetired] = useState(earlier?.isRetired ?? false)
  const [note, setNote] = useState(earlier?.note ?? '')
  const { written, isUnknownStyle, fields } = useBeerFields(suggestedOf(beer, earlier))
  const correction = correctionOf(beer, written, { isRetired, note })
  const params = { id: beer.id }

  async function run(work: Promise<unknown>, done: string, failed: string): Promise<void> {
    try {
      await work
      toast({ title: done })
      // The user may have closed it meanwhile, and opened it again.
      if (isShown()) onDone()
    } catch (error) {
      toast({ title: t('error'), description: `${failed}. ${userMessage(error)}`, tone: 'destructive' })
    }
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!correction) return
    const sent = suggest.mutateAsync({ params, body: correction })
    void run(sent, t('correction.sent'), t('correction.sendFailed'))
  }
  function onWithdraw(): void {
    void run(withdraw.mutateAsync({ params }), t('correction.withdrawn'), t('correction.withdrawFailed'))
  }

  return (
    <form onSubmit={onSubmit} className="grid gap-3 pt-2 pb-3">
      <BeerFields {...fields} />
      {beer.status !== 'retired' && <Toggle name={t('correction.isRetired')} isOn={isRetired} onChange={setRetired} />}
      <label className="grid gap-1.5 text-ink-2 text-sm">
        {t('correction.more')}
        <textarea
          rows={3}
          maxLength={CORRECTION_NOTE_MAX_LENGTH}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          className={`${FIELD} py-3`}
        />
      </label>
      <Button type="submit" isBusy={isBusy} disabled={!correction || isUnknownStyle}>
        {t('correction.send')}
      </Button>
      {earlier && (
        <Button variant="quiet" isBusy={isBusy} onClick={onWithdraw}>
          {t('correction.withdraw')}
        </Button>
      )}
    </form>
  )
}

type Remarks = Pick<Correction, 'isRetired'> & { note: string }

/** The beer as the user's earlier suggestion has it. */
function suggestedOf(beer: Beer, earlier: Correction | null): Written {
  return {
    name: earlier?.name ?? beer.name,
    brewery: earlier?.brewery ?? beer.brewery,
    style: earlier?.style ?? beer.style,
    abv: earlier?.abv ?? beer.abv,
    ibu: earlier?.ibu ?? beer.ibu,
  }
}

/** Null if nothing differs from the beer. */
function correctionOf(beer: Beer, written: Written, { isRetired, note }: Remarks): Correction | null {
  const changed = <Name extends keyof Written>(name: Name) => (written[name] === beer[name] ? null : written[name])
  const correction = {
    name: changed('name'),
    brewery: changed('brewery'),
    style: changed('style'),
    abv: changed('abv'),
    ibu: changed('ibu'),
    isRetired,
    note: note.trim() || null,
  }
  const { isRetired: _, ...rest } = correction
  return isRetired || Object.values(rest).some((value) => value !== null) ? correction : null
}
