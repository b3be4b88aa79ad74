/** The filter of a menu: style, strength, price and what is new to the user. It offers only what occurs in the list. */
import { type ReactNode, useState } from 'react'
import { LIGHT_BELOW_ABV_PERCENT as LIGHT, STRONG_ABOVE_ABV_PERCENT as STRONG } from '#contracts'
import { styleText } from '#web/beer/styles/style-text.ts'
import type { TastingStatus } from '#web/beer/tasting-status.tsx'
import { numberText } from '#web/language/formats.ts'
import type { Placed } from '#web/scan-result/menu-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { FIELD } from '#web/ui/field.tsx'
import { PILL } from '#web/ui/pill.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { ABV_RANGES, type AbvRange, abvRangeOf, byText, type Filter, filtered, NO_FILTER, toggled } from './arrange.ts'
import { amountsOf, currenciesOf } from './printed-price.ts'
import { numberOf, type Range } from './range.ts'
import { t } from './texts.ts'

interface FilterSheetProps {
  /** All rows, before filtering. */
  rows: readonly Placed[]
  tastingStatusOf: (beerId: number) => TastingStatus | undefined
  filter: Filter
  onFilter: (filter: Filter) => void
  onClose: () => void
}

export function FilterSheet({ rows, tastingStatusOf, filter, onFilter, onClose }: FilterSheetProps) {
  const families = present(rows.map(({ beer }) => beer.styleFamily)).sort((a, b) => byText(styleText(a), styleText(b)))
  const abvRanges = present(rows.map(({ beer }) => abvRangeOf(beer.abv)))
  const abvs = present(rows.map(({ beer }) => beer.abv))
  const prices = rows.map(({ beer }) => beer.price)
  const amounts = present(prices.flatMap(amountsOf))
  const currencies = currenciesOf(prices)
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('filterTitle')}
      footer={
        <>
          <Button className="flex-1" onClick={onClose}>
            {t('show', { shown: filtered(rows, filter, tastingStatusOf).length })}
          </Button>
          <Button variant="quiet" onClick={() => onFilter(NO_FILTER)}>
            {t('clear')}
          </Button>
        </>
      }
    >
      {rows.some(({ beer }) => tastingStatusOf(beer.id)?.triedAt) && (
        <Choices legend={t('yours')}>
          <Chip isOn={filter.isNewOnly} onToggle={() => onFilter({ ...filter, isNewOnly: !filter.isNewOnly })}>
            {t('newOnly')}
          </Chip>
        </Choices>
      )}
      {families.length > 0 && (
        <Choices legend={t('families')}>
          {families.map((family) => (
            <Chip
              key={family}
              isOn={filter.families.includes(family)}
              onToggle={() => onFilter({ ...filter, families: toggled(filter.families, family) })}
            >
              {styleText(family)}
            </Chip>
          ))}
        </Choices>
      )}
      {abvRanges.length > 0 && (
        <Choices legend={t('abvRange')}>
          {ABV_RANGES.filter((abvRange) => abvRanges.includes(abvRange)).map((abvRange) => (
            <Chip
              key={abvRange}
              isOn={filter.abvRanges.includes(abvRange)}
              onToggle={() => onFilter({ ...filter, abvRanges: toggled<AbvRange>(filter.abvRanges, abvRange) })}
            >
              {t(`abvRanges.${abvRange}`, { light: numberText(LIGHT), strong: numberText(STRONG) })}
            </Chip>
          ))}
          {abvs.length > 1 && (
            <RangeFields
              labels={{ from: t('abvFrom'), to: t('abvTo') }}
              range={filter.abv}
              onRange={(abv) => onFilter({ ...filter, abv })}
              occurring={abvs}
            />
          )}
        </Choices>
      )}
      {/* Amounts of two currencies cannot be compared. */}
      {amounts.length > 1 && currencies.length < 2 && (
        <Choices legend={currencies[0] === undefined ? t('price') : t('priceIn', { currency: currencies[0] })}>
          <RangeFields
            labels={{ from: t('priceFrom'), to: t('priceTo') }}
            range={filter.price}
            onRange={(price) => onFilter({ ...filter, price })}
            occurring={amounts}
          />
        </Choices>
      )}
    </Sheet>
  )
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="pb-5">
      <legend className="machine mb-2.5 text-ink-3">{legend}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  )
}

function Chip({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: string }) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onToggle} className={PILL}>
      {children}
    </button>
  )
}

interface RangeFieldsProps {
  labels: { from: string; to: string }
  range: Range
  onRange: (range: Range) => void
  /** The numbers in the list; an empty field shows the lowest or the highest. */
  occurring: readonly number[]
}

function RangeFields({ labels, range, onRange, occurring }: RangeFieldsProps) {
  return (
    <div className="grid w-full grid-cols-2 gap-2.5 not-first:mt-2">
      <NumberField
        label={labels.from}
        value={range.from}
        onValue={(from) => onRange({ ...range, from })}
        placeholder={Math.min(...occurring)}
      />
      <NumberField
        label={labels.to}
        value={range.to}
        onValue={(to) => onRange({ ...range, to })}
        placeholder={Math.max(...occurring)}
      />
    </div>
  )
}

interface NumberFieldProps {
  label: string
  value: number | null
  onValue: (value: number | null) => void
  placeholder: number
}

/** Keeps what is typed, such as '4,', as long as it says the same number. */
function NumberField({ label, value, onValue, placeholder }: NumberFieldProps) {
  const [typed, setTyped] = useState('')
  return (
    <label className="grid min-w-0 gap-1 text-[0.86rem] text-ink-2">
      {label}
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={numberOf(typed) === value ? typed : value === null ? '' : fieldText(value)}
        placeholder={fieldText(placeholder)}
        onChange={(event) => {
          setTyped(event.target.value)
          onValue(numberOf(event.target.value))
        }}
        className={FIELD}
      />
    </label>
  )
}

/** A number as the field takes it: with neither groups nor rounding. */
function fieldText(value: number): string {
  return numberText(value, { useGrouping: false, maximumFractionDigits: 10 })
}

function present<T>(values: readonly (T | null)[]): T[] {
  return [...new Set(values.filter((value) => value !== null))]
}
