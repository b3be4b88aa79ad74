/** The lines in which a user writes what a beer is: name, brewery, style, strength and bitterness. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ABV_MAX_PERCENT, IBU_MAX, listStyles, type OwnBeer, UNLISTED_NAME_MAX_LENGTH } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { Field } from '#web/ui/field.tsx'
import { t } from './texts.ts'

type Name = keyof OwnBeer

/** What is written about a beer; null where nothing is. A style has the name that the server knows. */
export type Written = { [N in Name]: OwnBeer[N] | null }

/** `shown`: what the lines show first. */
export function useBeerFields(shown: Partial<Written>): {
  written: Written
  isUnknownStyle: boolean
  fields: BeerFieldsProps
} {
  const [texts, setTexts] = useState(() => textsOf(shown))
  const { data: styles = NO_STYLES } = useQuery({ ...queryOf(listStyles, {}), staleTime: Number.POSITIVE_INFINITY })
  const { style: given = null } = shown
  const known = given === null ? styles : [given, ...styles]
  const style = styleNamed(texts.style, known)
  const isUnknownStyle = styles.length > 0 && style !== null && !known.includes(style)
  return {
    written: {
      name: texts.name.trim() || null,
      brewery: texts.brewery.trim() || null,
      style,
      abv: numberOf(texts.abv),
      ibu: numberOf(texts.ibu),
    },
    isUnknownStyle,
    fields: { texts, styles, isUnknownStyle, onText: (name, text) => setTexts((now) => ({ ...now, [name]: text })) },
  }
}

interface BeerFieldsProps {
  texts: Record<Name, string>
  styles: readonly string[]
  isUnknownStyle: boolean
  onText: (name: Name, text: string) => void
}

export function BeerFields({ texts, styles, isUnknownStyle, onText }: BeerFieldsProps) {
  const id = useId()
  const line = (name: Name) => ({ label: t(name), value: texts[name], onText: (text: string) => onText(name, text) })
  const words = { maxLength: UNLISTED_NAME_MAX_LENGTH, autoComplete: 'off' }
  const number = { type: 'number', inputMode: 'decimal', min: 0, step: 'any' } as const
  return (
    <>
      <Field {...line('name')} {...words} />
      <Field {...line('brewery')} {...words} />
      <div className="grid min-w-0 gap-1.5">
        <Field
          {...line('style')}
          {...words}
          list={id}
          aria-invalid={isUnknownStyle}
          aria-describedby={isUnknownStyle ? `${id}-unknown` : undefined}
        />
        <datalist id={id}>
          {styles.map((style) => (
            <option key={style} value={styleText(style)} />
          ))}
        </datalist>
        <p role="status" id={`${id}-unknown`} className="text-[0.82rem] text-ink-2 empty:hidden">
          {isUnknownStyle && t('unknownStyle')}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Field {...line('abv')} {...number} max={ABV_MAX_PERCENT} />
        <Field {...line('ibu')} {...number} max={IBU_MAX} />
      </div>
    </>
  )
}

const NO_STYLES: readonly string[] = []

function textsOf({ name, brewery, style, abv, ibu }: Partial<Written>): Record<Name, string> {
  const cut = (text: string | null | undefined) => (text ?? '').slice(0, UNLISTED_NAME_MAX_LENGTH)
  return {
    name: cut(name),
    brewery: cut(brewery),
    style: styleText(style ?? null) ?? '',
    abv: String(abv ?? ''),
    ibu: String(ibu ?? ''),
  }
}

/** The style of this name, English or in the language of the page, as the server spells it; what is typed if there is none. */
function styleNamed(text: string, styles: readonly string[]): string | null {
  const typed = text.trim()
  const wanted = typed.toLowerCase()
  return (
    styles.find((style) => style.toLowerCase() === wanted) ??
    styles.find((style) => styleText(style).toLowerCase() === wanted) ??
    (typed || null)
  )
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))
