/**
 * Drizzle on a pool. Its own transactions lose the client if `begin` fails, as on a connection that has just ended: the pool
 * counts the client forever, and the embedded database has only one.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isReadOnly } from './keep-connections.ts'

/** What all transactions expect of others that run beside them; a role of PostgreSQL may have another default, with which those of one user fail. */
const ISOLATION = { isolationLevel: 'read committed' } as const

/** Without a schema, which only Drizzle's relational queries need: reading it takes longer than a transaction. */
export function openDrizzle(pool: pg.Pool): NodePgDatabase {
  const db = drizzle(pool)
  const transaction: typeof db.transaction = async (work, config) => {
    const client = await pool.connect()
    let isLost = false
    try {
      return await drizzle(client).transaction(work, { ...ISOLATION, ...config })
    } catch (error) {
      isLost = isReadOnly(error)
      throw error
    } finally {
      client.release(isLost)
    }
  }
  return Object.assign(db, { transaction })
}
