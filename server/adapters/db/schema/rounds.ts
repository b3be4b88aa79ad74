/** Rounds: who takes part and what they want. All of it goes when the round ends. */
import { foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { beers } from './catalogue.ts'
import { at } from './columns.ts'
import { users } from './identity.ts'
import { scans } from './scans.ts'

/** At most one for each scan. */
export const rounds = pgTable(
  'rounds',
  {
    scanId: uuid('scan_id').primaryKey(),
    userId: integer('user_id').notNull(),
    token: text('token').notNull().unique(),
    endsAt: at('ends_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'rounds_scan',
      columns: [t.scanId, t.userId],
      foreignColumns: [scans.id, scans.userId],
    }).onDelete('cascade'),
    index('rounds_user').on(t.userId),
  ],
)

export const roundGuests = pgTable(
  'round_guests',
  {
    scanId: uuid('scan_id')
      .notNull()
      .references(() => rounds.scanId, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    joinedAt: at('joined_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scanId, t.userId] }),
    unique('round_guests_name').on(t.scanId, t.name),
    index('round_guests_user').on(t.userId),
  ],
)

export const roundWishes = pgTable(
  'round_wishes',
  {
    scanId: uuid('scan_id').notNull(),
    userId: integer('user_id').notNull(),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.scanId, t.userId, t.beerId] }),
    foreignKey({
      name: 'round_wishes_guest',
      columns: [t.scanId, t.userId],
      foreignColumns: [roundGuests.scanId, roundGuests.userId],
    }).onDelete('cascade'),
    index('round_wishes_beer').on(t.beerId),
  ],
)
