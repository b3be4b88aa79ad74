/** The form in which a user says what is wrong about a beer. What the user leaves as it is, is not sent. */
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import {
  type Beer,
  CORRECTION_NOTE_MAX_LENGTH,
  type Correction,
  getCorrection,
  listStyles,
  suggestCorrection,
  UNLISTED_NAME_MAX_LENGTH,
  withdrawCorrection,
} from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf, useCall } from '#web/api/queries.ts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { Button } from '#web/ui/button.tsx'
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
  const [fields, setFields] = useState(() => fieldsOf(beer, earlier))
  const { data: styles = NO_STYLES } = useQuery({ ...queryOf(listStyles, {}), staleTime: Number.POSITIVE_INFINITY })
  const style = styleNamed(fields.style, [...stylesOf([beer, earlier]), ...styles])
  const correction = correctionOf(beer, { ...fields, style })
  const isUnknownStyle = styles.length > 0 && correction?.style != null && !styles.includes(style)
  const params = { id: beer.id }
  const set = (change: Partial<Fields>) => setFields((now) => ({ ...now, ...change }))
  const field = (name: TextField) => ({ value: fields[name], onText: (text: string) => set({ [name]: text }) })

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
      <Field label={t('correction.name')} maxLength={UNLISTED_NAME_MAX_LENGTH} {...field('name')} />
      <Field label={t('correction.brewery')} maxLength={UNLISTED_NAME_MAX_LENGTH} {...field('brewery')} />
      <StyleField {...field('style')} styles={styles} isUnknown={isUnknownStyle} />
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('correction.abv')} {...NUMBER} max={70} {...field('abv')} />
        <Field label={t('correction.ibu')} {...NUMBER} max={2_500} {...field('ibu')} />
      </div>
      {beer.status !== 'retired' && (
        <Toggle name={t('correction.isRetired')} isOn={fields.isRetired} onChange={(isRetired) => set({ isRetired })} />
      )}
      <label className="grid gap-1.5 text-ink-2 text-sm">
        {t('correction.more')}
        <textarea
          rows={3}
          maxLength={CORRECTION_NOTE_MAX_LENGTH}
          value={fields.note}
          onChange={(event) => set({ note: event.target.value })}
          className="min-w-0 rounded-button border border-line bg-raised px-4 py-3 text-base text-ink"
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

const NUMBER = { type: 'number', inputMode: 'decimal', min: 0, step: 'any' } as const

function Field({
  label,
  onText,
  ...input
}: ComponentProps<'input'> & { label: string; onText: (text: string) => void }) {
  return (
    <label className="grid min-w-0 gap-1.5 text-ink-2 text-sm">
      {label}
      <input
        {...input}
        onChange={(event) => onText(event.target.value)}
        className="min-h-12 w-full min-w-0 rounded-button border border-line bg-raised px-4 text-base text-ink"
      />
    </label>
  )
}

const NO_STYLES: readonly string[] = []

function stylesOf(beers: readonly (Pick<Beer, 'style'> | Correction | null)[]): string[] {
  return beers.flatMap((beer) => beer?.style ?? [])
}

/** The style of this name, English or in the language of the page, as the server spells it; what is typed if there is none. */
function styleNamed(typed: string, styles: readonly string[]): string {
  const wanted = typed.trim().toLowerCase()
  return (
    styles.find((style) => style.toLowerCase() === wanted) ??
    styles.find((style) => styleText(style).toLowerCase() === wanted) ??
    typed
  )
}

interface StyleFieldProps {
  value: string
  onText: (text: string) => void
  styles: readonly string[]
  isUnknown: boolean
}

/** A choice from the styles that can be typed into. */
function StyleField({ styles, isUnknown, ...input }: StyleFieldProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1.5">
      <Field
        {...input}
        label={t('correction.style')}
        maxLength={UNLISTED_NAME_MAX_LENGTH}
        list={id}
        autoComplete="off"
        aria-invalid={isUnknown}
        aria-describedby={isUnknown ? `${id}-unknown` : undefined}
      />
      <datalist id={id}>
        {styles.map((style) => (
          <option key={style} value={styleText(style)} />
        ))}
      </datalist>
      <p role="status" id={`${id}-unknown`} className="text-[0.82rem] text-ink-2 empty:hidden">
        {isUnknown && t('correction.unknownStyle')}
      </p>
    </div>
  )
}

const TEXT_FIELDS = ['name', 'brewery', 'style', 'abv', 'ibu', 'note'] as const
type TextField = (typeof TEXT_FIELDS)[number]
type Fields = Record<TextField, string> & { isRetired: boolean }

function fieldsOf(beer: Beer, earlier: Correction | null): Fields {
  const shown = (name: Exclude<TextField, 'note' | 'style'>) => String(earlier?.[name] ?? beer[name] ?? '')
  const style = styleText(earlier?.style ?? beer.style) ?? ''
  return {
    ...{ name: shown('name'), brewery: shown('brewery'), style, abv: shown('abv'), ibu: shown('ibu') },
    ...{ note: earlier?.note ?? '', isRetired: earlier?.isRetired ?? false },
  }
}

/** Null if nothing differs from the beer. */
function correctionOf(beer: Beer, fields: Fields): Correction | null {
  const text = (name: 'name' | 'brewery' | 'style') => {
    const typed = fields[name].trim()
    return typed === '' || typed === beer[name] ? null : typed
  }
  const figure = (name: 'abv' | 'ibu') => {
    const typed = fields[name].trim() === '' ? null : Number(fields[name])
    return typed === beer[name] ? null : typed
  }
  const correction = {
    ...{ name: text('name'), brewery: text('brewery'), style: text('style'), abv: figure('abv'), ibu: figure('ibu') },
    ...{ isRetired: fields.isRetired, note: fields.note.trim() || null },
  }
  const { isRetired, ...rest } = correction
  return isRetired || Object.values(rest).some((value) => value !== null) ? correction : null
}
