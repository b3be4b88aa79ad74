import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aBeer, aScan, aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import {
  importFiles,
  imports,
  pictures,
  repeatedFrames,
  scanItems,
  scanJobs,
  scanPhotos,
  triedEntries,
} from './schema.ts'

const { db } = await testDatabase()

/** Tables whose rows belong to no user: the catalogue, and what the installation itself needs. */
const OF_NOBODY = [
  'beer_barcodes',
  'beer_images',
  'breweries',
  'catalogue_origins',
  'catalogue_version',
  'imported_ratings',
  'secrets',
  'style_standings',
  'styles',
  'workers',
]
/** The sign-in, from before it is known who signs in. Rows end with the account, or expire. */
const OF_THE_SIGN_IN = [
  'oidc_accounts',
  'oidc_state',
  'passkey_challenges',
  'passkeys',
  'password_attempts',
  'sign_ins',
]

it('names the owner in each row of every table that users fill', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables as one
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'users' and not exists (
      select from information_schema.columns as owner
      where owner.table_schema = 'public' and owner.table_name = one.table_name and column_name in ('user_id', 'owner_id'))`)
  expect(rows.map(({ name }) => name).sort()).toEqual([...OF_NOBODY, ...OF_THE_SIGN_IN].sort())
})

it('refuses a row of one user as a part of another user’s', async () => {
  const [ada, grace] = [await aUser(db), await aUser(db)]
  const { id: scanId } = await aScan(db, { userId: ada.id, status: 'processing' })
  const { id: beerId } = await aBeer(db)
  const [mine] = await db.insert(imports).values({ userId: ada.id, source: 'test', fileName: 'a.json' }).returning()
  const importId = mine?.id ?? 0
  const tried = { userId: ada.id, beerId, source: 'test', sourceId: '1', triedAt: new Date() }
  const [entry] = await db.insert(triedEntries).values(tried).returning()
  const entryId = entry?.id ?? 0
  const partsOf = (userId: number) => [
    db.insert(scanItems).values({ scanId, userId, position: 0, beerId }),
    db.insert(scanPhotos).values({ scanId, userId, width: 4, height: 3 }),
    db.insert(scanJobs).values({ scanId, userId, leaseToken: randomUUID() }),
    db.insert(repeatedFrames).values({ id: randomUUID(), userId, sameAs: scanId, at: new Date() }),
    db.insert(pictures).values({ id: randomUUID(), userId, entryId, size: 1 }),
    db.insert(importFiles).values({ importId, userId, kind: 'export-json' }),
  ]
  for (const part of partsOf(grace.id)) await expect(part).rejects.toMatchObject({ cause: { code: '23503' } })
  for (const part of partsOf(ada.id)) expect((await part).rowCount).toBe(1)
})
