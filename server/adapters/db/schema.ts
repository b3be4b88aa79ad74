/**
 * The tables, for both databases: uses no features newer than PostgreSQL 15, no session state and no vectors. Clients may choose
 * the ids of scans, which are UUIDs; other ids are integers.
 */
export * from './schema/catalogue.ts'
export * from './schema/identity.ts'
export * from './schema/imports.ts'
export * from './schema/notifications.ts'
export * from './schema/provider-usage.ts'
export * from './schema/ratings.ts'
export * from './schema/rounds.ts'
export * from './schema/scans.ts'
export * from './schema/user-data.ts'
