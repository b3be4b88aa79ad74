import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { scanJobs, scans, users } from '../../adapters/db/schema.ts'
import { LeaseLost } from '../../adapters/jobs/lease.ts'
import { type Lease, type ScanJob, scanQueue } from './scan-queue.ts'

const { db } = await testDatabase()
const clock = manualClock()
const queue = scanQueue(db, clock)

async function aUser(): Promise<number> {
  const [user] = await db.insert(users).values({ issuer: 'test', subject: randomUUID() }).returning({ id: users.id })
  if (!user) throw new Error('no user was made')
  return user.id
}

/** A scan in the queue; each is a little younger than the one before. */
async function aWaitingScan(userId: number): Promise<string> {
  clock.advance(1)
  const id = randomUUID()
  await db.insert(scans).values({ id, userId, status: 'processing', call: 'menu', context: 'fridge' })
  await queue.add(id, userId)
  return id
}

async function claimed(): Promise<ScanJob> {
  const job = await queue.claim()
  if (!job) throw new Error('nothing was free')
  return job
}

describe('the queue', () => {
  beforeEach(async () => {
    await db.delete(scanJobs)
  })

  it('claims the oldest scan first, with its call and context', async () => {
    const user = await aUser()
    const [first, second] = [await aWaitingScan(user), await aWaitingScan(user)]
    expect(await queue.claim()).toMatchObject({
      scanId: first,
      userId: user,
      attempt: 1,
      ask: { call: 'menu', context: 'fridge' },
    })
    expect(await queue.claim()).toMatchObject({ scanId: second })
    expect(await queue.claim()).toBeUndefined()
  })

  it('prefers the user with the fewest running scans', async () => {
    const [busy, patient] = [await aUser(), await aUser()]
    const ofBusy = [await aWaitingScan(busy), await aWaitingScan(busy), await aWaitingScan(busy)]
    const ofPatient = [await aWaitingScan(patient), await aWaitingScan(patient)]
    const order = [await claimed(), await claimed(), await claimed(), await claimed(), await claimed()]
    expect(order.map((job) => job.scanId)).toEqual([ofBusy[0], ofPatient[0], ofBusy[1], ofPatient[1], ofBusy[2]])
  })

  it('makes a scan with a lapsed lease claimable, and counts the attempt', async () => {
    const scanId = await aWaitingScan(await aUser())
    const dead = await claimed()
    clock.advance(15_000)
    expect(await queue.claim()).toBeUndefined()
    clock.advance(1)
    const alive = await claimed()
    expect(alive).toMatchObject({ scanId, attempt: 2 })
    expect(alive.leaseToken).not.toBe(dead.leaseToken)
  })

  it('keeps a renewed lease', async () => {
    await aWaitingScan(await aUser())
    const job = await claimed()
    for (let seconds = 0; seconds < 60; seconds += 5) {
      clock.advance(5_000)
      expect(await queue.renew([job.leaseToken])).toEqual(new Set([job.leaseToken]))
      expect(await queue.claim()).toBeUndefined()
    }
  })

  it('reports a lost lease', async () => {
    const user = await aUser()
    await aWaitingScan(user)
    const cancelled = await aWaitingScan(user)
    const [valid, lost] = [await claimed(), await claimed()]
    await db.delete(scans).where(eq(scans.id, cancelled))
    expect(await queue.renew([valid.leaseToken, lost.leaseToken])).toEqual(new Set([valid.leaseToken]))
    await expect(queue.hold(lost)).rejects.toThrow(LeaseLost)
  })

  it('rejects an old token that tries to hold, renew or release another worker’s scan', async () => {
    await aWaitingScan(await aUser())
    const old = await claimed()
    clock.advance(15_001)
    const current = await claimed()
    await queue.giveBack(old, 'failed')
    await queue.remove(old)
    expect(await queue.renew([old.leaseToken])).toEqual(new Set())
    await expect(queue.hold(old)).rejects.toThrow(LeaseLost)
    await expect(queue.hold(current)).resolves.toBeUndefined()
  })

  it('does not count an aborted attempt, but a failed one', async () => {
    await aWaitingScan(await aUser())
    await queue.giveBack(await claimed(), 'aborted')
    const again = await claimed()
    expect(again.attempt).toBe(1)
    await queue.giveBack(again, 'failed')
    expect((await claimed()).attempt).toBe(2)
  })

  it('counts the unfinished scans of a user and of all users', async () => {
    const [one, other] = [await aUser(), await aUser()]
    await aWaitingScan(one)
    await aWaitingScan(one)
    await aWaitingScan(other)
    expect(await queue.load(one)).toEqual({ mine: 2, all: 3 })
    expect(await queue.load(await aUser())).toEqual({ mine: 0, all: 3 })
  })

  it('gives each scan to exactly one of many concurrent workers', async () => {
    const all = await Promise.all(Array.from({ length: 3 }, aUser))
    const made: string[] = []
    for (const user of all) for (let n = 0; n < 5; n++) made.push(await aWaitingScan(user))
    const jobs = await Promise.all(Array.from({ length: 20 }, () => queue.claim()))
    const got = jobs.flatMap((job) => (job ? [job.scanId] : []))
    expect(new Set(got).size).toBe(got.length)
    // Under contention a claim may pass over a row that another one just took; the next claim gets it.
    for (let job = await queue.claim(); job; job = await queue.claim()) got.push(job.scanId)
    expect(got.sort()).toEqual(made.sort())
  })

  it('behaves like a list of scans with at most one holder each, in any order of operations', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, aUser))
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), user: fc.constantFrom(...people) }),
      fc.record({ kind: fc.constant('claim' as const) }),
      fc.record({ kind: fc.constantFrom('renew', 'finish', 'fail', 'call off', 'cancel'), which: fc.nat(5) }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 4_000, 16_000) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await db.delete(scanJobs)
        const model = new Map<
          string,
          { user: number; since: number; attempt: number; token?: string; until?: number }
        >()
        const tokens: Lease[] = []
        const isRunning = (job: { until?: number }) => job.until !== undefined && job.until >= clock.now()
        const holds = (lease: { scanId: string; leaseToken: string } | undefined) =>
          lease !== undefined && model.get(lease.scanId)?.token === lease.leaseToken

        for (const taken of steps) {
          if (taken.kind === 'wait' && 'ms' in taken) clock.advance(taken.ms)
          else if (taken.kind === 'add' && 'user' in taken) {
            const scanId = await aWaitingScan(taken.user)
            model.set(scanId, { user: taken.user, since: clock.now(), attempt: 0 })
          } else if (taken.kind === 'claim') {
            const jobs = [...model].map(([scanId, job]) => ({ scanId, job }))
            const load = (user: number) => jobs.filter(({ job }) => job.user === user && isRunning(job)).length
            const [expected] = jobs
              .filter(({ job }) => !isRunning(job))
              .sort((a, b) => load(a.job.user) - load(b.job.user) || a.job.since - b.job.since)
            const job = await queue.claim()
            expect(job?.scanId).toBe(expected?.scanId)
            if (!job || !expected) continue
            expected.job.attempt += 1
            expect(job.attempt).toBe(expected.job.attempt)
            expected.job.token = job.leaseToken
            expected.job.until = clock.now() + 15_000
            tokens.push(job)
          } else if ('which' in taken && tokens.length > 0) {
            const lease = tokens[taken.which % tokens.length]
            if (!lease) continue
            const job = holds(lease) ? model.get(lease.scanId) : undefined
            if (taken.kind === 'renew') {
              expect((await queue.renew([lease.leaseToken])).has(lease.leaseToken)).toBe(job !== undefined)
              if (job) job.until = clock.now() + 15_000
            } else if (taken.kind === 'finish') {
              await queue.remove(lease)
              if (job) model.delete(lease.scanId)
            } else if (taken.kind === 'cancel') {
              await db.delete(scans).where(eq(scans.id, lease.scanId))
              model.delete(lease.scanId)
            } else {
              await queue.giveBack(lease, taken.kind === 'fail' ? 'failed' : 'aborted')
              if (!job) continue
              if (taken.kind === 'call off') job.attempt -= 1
              job.token = undefined
              job.until = undefined
            }
          }
        }
        const left = await db.select({ scanId: scanJobs.scanId }).from(scanJobs)
        expect(left.map(({ scanId }) => scanId).sort()).toEqual([...model.keys()].sort())
      }),
      { numRuns: 30 },
    )
  })
})
