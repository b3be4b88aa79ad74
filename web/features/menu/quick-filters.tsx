/** Filters of one tap for a long menu, whose best beer is picked at once: 'a sour up to 6%, please' takes two taps. */
import { styleText } from '#web/beer/styles/style-text.ts'
import type { Placed } from '#web/scan-result/menu-row.tsx'
import { PILL } from '#web/ui/pill.ts'
import { type Filter, toggled } from './arrange.ts'
import { ANY } from './range.ts'
import { t } from './texts.ts'

/** A shorter menu is read faster than filtered. */
const LONG_FROM_BEERS = 12
const MODEST_ABV_PERCENT = 6
const MODEST = { from: null, to: MODEST_ABV_PERCENT }

interface QuickFiltersProps {
  /** All rows, before filtering. */
  rows: readonly Placed[]
  filter: Filter
  onFilter: (filter: Filter) => void
}

export function QuickFilters({ rows, filter, onFilter }: QuickFiltersProps) {
  if (rows.length < LONG_FROM_BEERS) return null
  const families = mostFrequent(rows.map(({ beer }) => beer.styleFamily))
  const modest = rows.filter(({ beer }) => beer.abv !== null && beer.abv <= MODEST_ABV_PERCENT).length
  const isModest = filter.abv.from === null && filter.abv.to === MODEST_ABV_PERCENT
  return (
    <fieldset className="chips -mx-4.5 mb-3 min-w-0">
      <legend className="sr-only">{t('quick')}</legend>
      {modest > 0 && modest < rows.length && (
        <button
          type="button"
          aria-pressed={isModest}
          onClick={() => onFilter({ ...filter, abv: isModest ? ANY : MODEST })}
          className={PILL}
        >
          {t('quickAbv', { abv: MODEST_ABV_PERCENT })}
        </button>
      )}
      {families.length > 1 &&
        families.map((family) => {
          const isOn = filter.families.includes(family)
          return (
            <button
              key={family}
              type="button"
              aria-pressed={isOn}
              onClick={() => onFilter({ ...filter, families: toggled(filter.families, family) })}
              className={PILL}
            >
              {styleText(family)}
            </button>
          )
        })}
    </fieldset>
  )
}

function mostFrequent(values: readonly (string | null)[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value)
}
