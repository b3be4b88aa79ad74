/** How the user has arranged a menu: order, filter, the picked row and the selected beers. It lives in the address. */
import { useAddressState } from '#web/ui/address-state.ts'
import { ABV_RANGES, type Filter, ORDERS, type Order } from './arrange.ts'
import { isLimited, type Range, rangeOf, rangeText } from './range.ts'

/** Names of the parameters. `SHARED` are those that a shared link takes along. */
const SORT = 'sort'
const STYLE = 'style'
const ABV = 'abv'
const STRENGTH = 'strength'
const PRICE = 'price'
const NEW_ONLY = 'new'
const PICK = 'pick'
const CHOOSE = 'choose'
const SHARED: readonly string[] = [SORT, STYLE, ABV, STRENGTH, PRICE, PICK]

export interface Arrangement {
  order: Order
  setOrder: (order: Order) => void
  filter: Filter
  setFilter: (filter: Filter) => void
  /** Sets the filter and picks a row; no row for null. */
  setFilterAndPick: (filter: Filter, place: number | null) => void
  /** The place of the picked row; null if none was asked for. */
  picked: number | null
  setPicked: (place: number) => void
  /** Ids of the selected beers; null while the user is not selecting. */
  chosen: ReadonlySet<number> | null
  setChosen: (chosen: ReadonlySet<number> | null) => void
}

export function useArrangement(): Arrangement {
  const [params, set] = useAddressState()
  const chosen = params.get(CHOOSE)
  const picked = Number(params.get(PICK) ?? Number.NaN)
  return {
    order: ORDERS.find((order) => order === params.get(SORT)) ?? 'place',
    setOrder: (order) => set({ [SORT]: order === 'place' ? [] : [order] }),
    filter: {
      families: params.getAll(STYLE),
      abvRanges: ABV_RANGES.filter((range) => params.getAll(ABV).includes(range)),
      abv: rangeOf(params.get(STRENGTH)),
      price: rangeOf(params.get(PRICE)),
      isNewOnly: params.has(NEW_ONLY),
    },
    setFilter: (filter) => set(filterValues(filter)),
    setFilterAndPick: (filter, place) =>
      set({ ...filterValues(filter), [PICK]: place === null ? [] : [String(place)] }),
    picked: Number.isInteger(picked) ? picked : null,
    setPicked: (place) => set({ [PICK]: [String(place)] }),
    chosen: chosen === null ? null : new Set(chosen.split('.').filter(Boolean).map(Number)),
    setChosen: (ids) => set({ [CHOOSE]: ids === null ? [] : [[...ids].join('.')] }),
  }
}

function filterValues({ families, abvRanges, abv, price, isNewOnly }: Filter): Record<string, readonly string[]> {
  return {
    [STYLE]: families,
    [ABV]: abvRanges,
    [STRENGTH]: valuesOf(abv),
    [PRICE]: valuesOf(price),
    [NEW_ONLY]: isNewOnly ? ['only'] : [],
  }
}

const valuesOf = (range: Range) => (isLimited(range) ? [rangeText(range)] : [])

export function sharedArrangement(search: string): [string, string][] {
  return [...new URLSearchParams(search)].filter(([name]) => SHARED.includes(name))
}
