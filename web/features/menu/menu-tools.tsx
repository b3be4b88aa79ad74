/** The toolbar above a menu: pick, add a page, sort, filter, select several. It stays visible while scrolling. */
import { Camera, ListChecks, SlidersHorizontal, Sparkles } from 'lucide-react'
import { useRef, useState } from 'react'
import type { TastingStatus } from '#web/beer/tasting-status.tsx'
import type { Placed } from '#web/scan-result/menu-row.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { PILL } from '#web/ui/pill.ts'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { conditionsIn, type Filter, ORDERS, type Order } from './arrange.ts'
import { FilterSheet } from './filter-sheet.tsx'
import { amountOf } from './printed-price.ts'
import { t } from './texts.ts'
import { unitPriceOf } from './unit-price.ts'

interface MenuToolsProps {
  /** All rows, before filtering. */
  rows: readonly Placed[]
  tastingStatusOf: (beerId: number) => TastingStatus | undefined
  isPrinted: boolean
  /** Whether there are personal ratings to sort by. */
  isPersonal: boolean
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
    isPersonal,
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
  const chooser = useRef<HTMLButtonElement>(null)
  // Saving what was chosen removes its button.
  useFocusFallback(isChoosing, chooser)
  const count = conditionsIn(filter)
  const isOffered: Partial<Record<Order, boolean>> = {
    price: rows.some(({ beer }) => amountOf(beer.price) !== null),
    unit: rows.some(({ beer }) => unitPriceOf(beer)),
    you: isPersonal,
  }
  return (
    <>
      {/* One row, which a thumb pushes aside; it wraps for a mouse. The beers begin below it, and go by under it. */}
      <div className="sticky top-0 z-10 -mx-4.5 -mt-2 mb-2 pt-[max(8px,env(safe-area-inset-top))] before:absolute before:inset-x-0 before:top-0 before:-bottom-2.5 before:mask-b-from-70% before:backdrop-blur-md">
        <div className="chips relative">
          {onPick && (
            <button type="button" onClick={onPick} className={`${PILL} border-amber/60! text-accent-ink!`}>
              <Sparkles size={16} aria-hidden="true" />
              {t('pick')}
            </button>
          )}
          <SortSelect
            label={t('sort')}
            orders={ORDERS.filter((each) => each === order || (isOffered[each] ?? true)).map((each) => ({
              order: each,
              label: each === 'place' && !isPrinted ? t('asSeen') : t(`sorts.${each}`),
            }))}
            value={order}
            onChange={onOrder}
          />
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setFiltering(true)}
            className={`${PILL} ${count > 0 ? 'border-amber/60! text-accent-ink!' : ''}`}
          >
            <SlidersHorizontal size={16} aria-hidden="true" />
            {t('filter')}
            {count > 0 && ` (${count})`}
          </button>
          <button
            ref={chooser}
            type="button"
            onClick={() => onChoosing(!isChoosing)}
            aria-pressed={isChoosing}
            className={PILL}
          >
            <ListChecks size={16} aria-hidden="true" />
            {isChoosing ? t('stopChoosing') : t('choose')}
          </button>
          {addition && (
            <button
              type="button"
              aria-disabled={addition.isBusy}
              onClick={() => !addition.isBusy && addition.add()}
              className={PILL}
            >
              <Camera size={16} aria-hidden="true" />
              {t('addPage')}
            </button>
          )}
        </div>
      </div>
      {order === 'standing' && rows.every(({ beer }) => beer.standing === null) && <Note>{t('noStanding')}</Note>}
      {order === 'unit' && <Note>{t('unitNote')}</Note>}
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

function Note({ children }: { children: string }) {
  return (
    <p role="status" className="mb-3 px-1 text-[0.86rem] text-ink-3">
      {children}
    </p>
  )
}
