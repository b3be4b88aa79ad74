/** Columns and indexes that several tables of this schema have. */
import { isNotNull } from 'drizzle-orm'
import { customType, index, type PgColumn, timestamp } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes),
  fromDriver: (buffer) => new Uint8Array(buffer),
})

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Deleting an import looks for its rows in every table that refers to it. Few rows belong to one. */
export const importIndex = (name: string, importId: PgColumn) => index(name).on(importId).where(isNotNull(importId))
