/** The columns that imports may fill if they are empty. A release overwrites shipped rows, so their fields are filled again. */
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../adapters/db/database.ts'

export const FILLABLE_COLUMNS = {
  beers: { style: 'text', abv: 'real', ibu: 'real', description: 'text' },
  breweries: { city: 'text', state: 'text', country: 'text', founded: 'int', website: 'text', description: 'text' },
} as const

/** Fills the empty fields of the rows written with this version with the values of earlier imports. */
export async function refillFields(tx: Tx, version: number): Promise<void> {
  await refillTable(tx, 'beers', 'beer', version)
  await refillTable(tx, 'breweries', 'brewery', version)
}

async function refillTable(
  tx: Tx,
  table: keyof typeof FILLABLE_COLUMNS,
  entity: 'beer' | 'brewery',
  version: number,
): Promise<void> {
  const name = sql.identifier(table)
  const id = sql.identifier(`${entity}_id`)
  const sets = Object.entries(FILLABLE_COLUMNS[table]).map(([field, type]): SQL => {
    const column = sql.identifier(field)
    return sql`${column} = coalesce(${name}.${column}, (filled.by->>${field})::${sql.raw(type)})`
  })
  await tx.execute(sql`
    update ${name} set ${sql.join(sets, sql`, `)}
    from (select catalogue_origins.${id} as id, jsonb_object_agg(key, value) as by
      from catalogue_origins left join imports on imports.id = catalogue_origins.import_id, jsonb_each(filled)
      where entity = ${entity} and not created and imports.undone_at is null group by catalogue_origins.${id}) as filled
    where ${name}.id = filled.id and ${name}.changed_version = ${version}`)
}
