/** Selects the order of a list. */
import { PILL } from './pill.ts'

interface SortSelectProps<Order extends string> {
  label: string
  orders: readonly { order: Order; label: string }[]
  value: Order
  onChange: (order: Order) => void
}

export function SortSelect<Order extends string>({ label, orders, value, onChange }: SortSelectProps<Order>) {
  return (
    <label className={`${PILL} max-w-full pr-2`}>
      {label}
      <select
        value={value}
        onChange={(event) => {
          const chosen = orders.find(({ order }) => order === event.target.value)
          if (chosen) onChange(chosen.order)
        }}
        className="min-h-11 min-w-0 [field-sizing:content] rounded-full bg-surface pr-1 text-base text-ink"
      >
        {orders.map((each) => (
          <option key={each.order} value={each.order}>
            {each.label}
          </option>
        ))}
      </select>
    </label>
  )
}
