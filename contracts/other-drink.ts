import { z } from 'zod/mini'

/** A drink that is not a beer. `kind` is 'Cider', 'Soft Drink' or another kind of the shipped list. */
export const OtherDrink = z.object({ name: z.string(), kind: z.string() })
export type OtherDrink = z.infer<typeof OtherDrink>
