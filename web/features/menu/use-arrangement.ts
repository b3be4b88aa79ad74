/** How the user has arranged a menu: order, filter, the picked row and the selected beers. It lives in the address. */
import { useAddressState } from '#web/ui/address-state.ts'
import { ABV_RANGES, type Filter, ORDERS, type Order } from './arrange.ts'

/** Names of the parameters. The selection alone is left out of shared links. */
const SORT = 'sort'
const STYLE = 'style'
const ABV = 'abv'
const NEW_ONLY = 'new'
const PICK = 'pick'
const CHOOSE = 'choose'

export interface Arrangement {
  order: Order
  setOrder: (order: Order) => void
  filter: Filter
  setFilter: (filter: Filter) => void
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
      isNewOnly: params.has(NEW_ONLY),
    },
    setFilter: ({ families, abvRanges, isNewOnly }) =>
      set({ [STYLE]: families, [ABV]: abvRanges, [NEW_ONLY]: isNewOnly ? ['only'] : [] }),
    picked: Number.isInteger(picked) ? picked : null,
    setPicked: (place) => set({ [PICK]: [String(place)] }),
    chosen: chosen === null ? null : new Set(chosen.split('.').filter(Boolean).map(Number)),
    setChosen: (ids) => set({ [CHOOSE]: ids === null ? [] : [[...ids].join('.')] }),
  }
}

/** The parameters that a shared link takes along. */
export function sharedArrangement(search: string): [string, string][] {
  return [...new URLSearchParams(search)].filter(([name]) => [SORT, STYLE, ABV, PICK].includes(name))
}
