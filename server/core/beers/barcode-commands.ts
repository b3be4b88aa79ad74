/**
 * `npm run catalogue -- barcodes`: what users say about barcodes, and the operator's decision. Both are without names of users.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { BeerId } from '#contracts'
import { CommandRefused } from '../../adapters/commands/command-refused.ts'
import type { Command } from '../../adapters/commands/command-socket.ts'
import type { Db } from '../../adapters/db/database.ts'
import { beers } from '../../adapters/db/schema.ts'
import { moveBarcode } from './barcode-store.ts'

export const NamedBarcodes = z.array(
  z.object({
    barcode: z.string(),
    beerId: z.number(),
    beer: z.string(),
    /** How many users named this beer. */
    users: z.number(),
  }),
)

const BarcodeChoice = z.object({ barcode: z.string(), beerId: z.number() })

export function barcodeCommands(db: Db): Record<'barcodes' | 'chooseBarcode', Command> {
  return { barcodes: () => namedBarcodes(db), chooseBarcode: (input) => choose(db, BarcodeChoice.parse(input)) }
}

/** The listed beers that users named and that do not count for everyone yet; what most say comes first. */
async function namedBarcodes(db: Db): Promise<z.infer<typeof NamedBarcodes>> {
  const { rows } = await db.execute(sql`
    select confirmed.barcode, beers.id as "beerId", concat_ws(': ', breweries.name, beers.name) as beer, count(*)::int as users
    from confirmed_barcodes as confirmed
    join beers on beers.id = confirmed.beer_id and beers.owner_id is null and not beers.removed
    left join breweries on breweries.id = beers.brewery_id
    left join beer_barcodes as known on known.barcode = confirmed.barcode
    where known.beer_id is distinct from beers.id
    group by confirmed.barcode, beers.id, breweries.name
    order by users desc, confirmed.barcode, beers.id`)
  return NamedBarcodes.parse(rows)
}

async function choose(db: Db, { barcode, beerId }: z.infer<typeof BarcodeChoice>): Promise<{ beer: string }> {
  return await db.transaction(async (tx) => {
    const isListed = and(eq(beers.id, beerId), isNull(beers.ownerId), eq(beers.removed, false))
    const [beer] = BeerId.safeParse(beerId).success
      ? await tx.select({ name: beers.name }).from(beers).where(isListed)
      : []
    if (!beer) throw new CommandRefused(`The catalogue has no beer ${beerId}.`)
    await moveBarcode(tx, { barcode, beerId })
    return { beer: beer.name }
  })
}
