/** The toolbar above a menu: pick, add a page, sort, filter, select several. It stays visible while scrolling. */
import { Camera, ListChecks, SlidersHorizontal, Sparkles } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TastingStatus } from '#web/beer/tasting-status.tsx'
import type { Placed } from '#web/scan-result/menu-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import {
  ABV_RANGES,
  type AbvRange,
  abvRangeOf,
  type Filter,
  filtered,
  NO_FILTER,
  ORDERS,
  type Order,
} from './arrange.ts'
import { TEXTS } from './texts.ts'

const PILL =
  'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-line bg-surface px-4 text-[0.86rem] font-semibold text-ink-2 transition-colors hover:bg-raised aria-pressed:border-amber/60 aria-pressed:bg-amber/15 aria-pressed:text-accent-ink'

interface MenuToolsProps {
  /** All rows, before filtering. */
  rows: readonly Placed[]
  tastingStatusOf: (beerId: number) => TastingStatus | undefined
  isPrinted: boolean
  order: Order
  onOrder: (order: Order) => void
  filter: Filter
  onFilter: (filter: Filter) => void
  isChoosing: boolean
  onChoosing: (isChoosing: boolean) => void
  /** Absent if the ratings cannot decide. */
  onPick: (() => void) | undefined
  /** Absent if the list cannot take another page. */
  addition: { isBusy: boolean; add: () => void } | undefined
}

export function MenuTools(props: MenuToolsProps) {
  const {
    rows,
    tastingStatusOf,
    isPrinted,
    order,
    onOrder,
    filter,
    onFilter,
    isChoosing,
    onChoosing,
    onPick,
    addition,
  } = props
  const [isFiltering, setFiltering] = useState(false)
  const count = filter.families.length + filter.abvRanges.length + (filter.isNewOnly ? 1 : 0)
  return (
    <>
      {/* One row, which a thumb pushes aside: the beers begin below it, and go by under it. */}
      <div className="sticky top-0 z-10 -mx-4.5 -mt-2 mb-2 pt-[max(8px,env(safe-area-inset-top))] before:absolute before:inset-x-0 before:top-0 before:-bottom-2.5 before:mask-b-from-70% before:backdrop-blur-md">
        <div className="relative flex gap-2 overflow-x-auto px-4.5 py-1 [scrollbar-width:none]">
          {onPick && (
            <button type="button" onClick={onPick} className={`${PILL} border-amber/60! text-accent-ink!`}>
              <Sparkles size={16} aria-hidden="true" />
              {TEXTS.pick}
            </button>
          )}
          {addition && (
            <button
              type="button"
              aria-disabled={addition.isBusy}
              onClick={() => !addition.isBusy && addition.add()}
              className={PILL}
            >
              <Camera size={16} aria-hidden="true" />
              {TEXTS.addPage}
            </button>
          )}
          <label className={`${PILL} pr-2`}>
            {TEXTS.sort}
            <select
              value={order}
              onChange={(event) => onOrder(ORDERS.find((each) => each === event.target.value) ?? 'place')}
              className="min-h-10 rounded-full bg-surface pr-1 text-ink outline-none"
            >
              {ORDERS.map((each) => (
                <option key={each} value={each}>
                  {each === 'place' && !isPrinted ? TEXTS.asSeen : TEXTS.sorts[each]}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setFiltering(true)}
            className={`${PILL} ${count > 0 ? 'border-amber/60! text-accent-ink!' : ''}`}
          >
            <SlidersHorizontal size={16} aria-hidden="true" />
            {TEXTS.filter}
            {count > 0 && ` (${count})`}
          </button>
          <button type="button" onClick={() => onChoosing(!isChoosing)} aria-pressed={isChoosing} className={PILL}>
            <ListChecks size={16} aria-hidden="true" />
            {isChoosing ? TEXTS.stopChoosing : TEXTS.choose}
          </button>
        </div>
      </div>
      {order === 'standing' && rows.every(({ beer }) => beer.standing === null) && (
        <p role="status" className="mb-3 px-1 text-[0.86rem] text-ink-3">
          {TEXTS.noStanding}
        </p>
      )}
      {isFiltering && (
        <FilterSheet
          rows={rows}
          tastingStatusOf={tastingStatusOf}
          filter={filter}
          onFilter={onFilter}
          onClose={() => setFiltering(false)}
        />
      )}
    </>
  )
}

interface FilterSheetProps extends Pick<MenuToolsProps, 'rows' | 'tastingStatusOf'> {
  filter: Filter
  onFilter: (filter: Filter) => void
  onClose: () => void
}

/** Offers only values that occur in the list. */
function FilterSheet({ rows, tastingStatusOf, filter, onFilter, onClose }: FilterSheetProps) {
  const families = present(rows.map(({ beer }) => beer.styleFamily)).sort()
  const abvRanges = present(rows.map(({ beer }) => abvRangeOf(beer.abv)))
  return (
    <Sheet
      open
      onClose={onClose}
      title={TEXTS.filterTitle}
      footer={
        <>
          <Button className="flex-1" onClick={onClose}>
            {TEXTS.show(filtered(rows, filter, tastingStatusOf).length)}
          </Button>
          <Button variant="quiet" onClick={() => onFilter(NO_FILTER)}>
            {TEXTS.clear}
          </Button>
        </>
      }
    >
      <Choices legend={TEXTS.yours}>
        {rows.some(({ beer }) => tastingStatusOf(beer.id)?.triedAt)
          ? [
              <Chip
                key="new"
                isOn={filter.isNewOnly}
                onToggle={() => onFilter({ ...filter, isNewOnly: !filter.isNewOnly })}
              >
                {TEXTS.newOnly}
              </Chip>,
            ]
          : []}
      </Choices>
      <Choices legend={TEXTS.families}>
        {families.map((family) => (
          <Chip
            key={family}
            isOn={filter.families.includes(family)}
            onToggle={() => onFilter({ ...filter, families: toggled(filter.families, family) })}
          >
            {family}
          </Chip>
        ))}
      </Choices>
      <Choices legend={TEXTS.abvRange}>
        {ABV_RANGES.filter((abvRange) => abvRanges.includes(abvRange)).map((abvRange) => (
          <Chip
            key={abvRange}
            isOn={filter.abvRanges.includes(abvRange)}
            onToggle={() => onFilter({ ...filter, abvRanges: toggled<AbvRange>(filter.abvRanges, abvRange) })}
          >
            {TEXTS.abvRanges[abvRange]}
          </Chip>
        ))}
      </Choices>
    </Sheet>
  )
}

function Choices({ legend, children }: { legend: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <fieldset className="pt-2 pb-3">
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

function present<T>(values: readonly (T | null)[]): T[] {
  return [...new Set(values.filter((value) => value !== null))]
}

function toggled<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((each) => each !== value) : [...list, value]
}
