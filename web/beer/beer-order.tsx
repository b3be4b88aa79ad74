/** The order of a list of beers. It lives in the address. */
import type { Beer } from '#contracts'
import { language } from '#web/language/language.ts'
import { useAddressState } from '#web/ui/address-state.ts'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { compareRatings } from './beer-facts.ts'
import type { ForYouOf } from './for-you/for-you.tsx'
import { t } from './texts.ts'

/** `added` is the order in which the list comes. */
export type BeerOrder = 'added' | 'rating' | 'you' | 'abv' | 'name'

/** The order and a function to change it; the first is that of an address without one. */
export function useBeerOrder<Order extends BeerOrder>(
  orders: readonly [Order, ...Order[]],
): [Order, (order: Order) => void] {
  const [params, setParams] = useAddressState()
  const order = orders.find((each) => each === params.get('sort')) ?? orders[0]
  return [order, (next) => setParams({ sort: next === orders[0] ? [] : [next] })]
}

/** Unknown values come last; beers without a personal rating by their rating. */
export function compareBeers(order: BeerOrder, forYouOf: ForYouOf): (a: Beer, b: Beer) => number {
  const personalOf = (beer: Beer) => forYouOf(beer)?.rating ?? -1
  const comparisons: Record<BeerOrder, (a: Beer, b: Beer) => number> = {
    added: () => 0,
    rating: compareRatings,
    you: (a, b) => personalOf(b) - personalOf(a) || compareRatings(a, b),
    abv: (a, b) => (b.abv ?? -1) - (a.abv ?? -1),
    name: (a, b) => a.name.localeCompare(b.name, language()),
  }
  return comparisons[order]
}

interface BeerOrderSelectProps<Order extends BeerOrder> {
  orders: readonly Order[]
  order: Order
  onOrder: (order: Order) => void
  beers: readonly Beer[]
  forYouOf: ForYouOf
}

/** Offers 'For you' only where beers have a personal rating. */
export function BeerOrderSelect<Order extends BeerOrder>(props: BeerOrderSelectProps<Order>) {
  const { orders, order, onOrder, beers, forYouOf } = props
  const isOffered = (each: Order) => each !== 'you' || order === 'you' || beers.some((beer) => forYouOf(beer))
  return (
    <SortSelect
      label={t('order.label')}
      orders={orders.filter(isOffered).map((each) => ({ order: each, label: t(`order.${each}`) }))}
      value={order}
      onChange={onOrder}
    />
  )
}
