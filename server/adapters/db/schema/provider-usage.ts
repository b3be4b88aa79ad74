/** Usage of the AI provider. */
import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Provider usage by day and user, for the daily budgets. */
export const engineUsage = pgTable(
  'engine_usage',
  {
    day: date('day').notNull(),
    /** 0 for deleted users: their usage still counts towards the shared budget. */
    userId: integer('user_id').notNull(),
    engine: text('engine').notNull(),
    calls: integer('calls').notNull().default(0),
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.userId, t.engine] })],
)
