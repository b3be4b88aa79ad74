/** Weeks, from Monday to Sunday, and years as a user counts them: in their time zone. */

const DAY_MS = 24 * 60 * 60_000
const UTC = 'UTC'
/** The hour on Monday at which the digest of a week is sent. */
const SENT_AT_HOUR = 8

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The Monday, as an ISO date, on which the last digest was due. */
export function lastMonday(now: number, timeZone: string | null): string {
  const local = now + offsetAt(now, timeZone) - SENT_AT_HOUR * 60 * 60_000
  const daysSince = (new Date(local).getUTCDay() + 6) % 7
  return isoDay(local - daysSince * DAY_MS)
}

/** The instants at which the week before this Monday began and ended. */
export function weekBefore(monday: string, timeZone: string | null): { from: Date; to: Date } {
  const end = Date.parse(monday)
  return { from: midnight(end - 7 * DAY_MS, timeZone), to: midnight(end, timeZone) }
}

/** The instants at which this year began and ended. */
export function boundsOfYear(year: number, timeZone: string | null): { from: Date; to: Date } {
  return { from: midnight(Date.UTC(year, 0, 1), timeZone), to: midnight(Date.UTC(year + 1, 0, 1), timeZone) }
}

/** The date some days after another one. */
export const dayAfter = (day: string, days: number): string => isoDay(Date.parse(day) + days * DAY_MS)

const isoDay = (utc: number) => new Date(utc).toISOString().slice(0, 10)

/** `day`: midnight of the date in UTC. */
function midnight(day: number, timeZone: string | null): Date {
  const near = day - offsetAt(day, timeZone)
  // The clocks may change between the two.
  return new Date(day - offsetAt(near, timeZone))
}

/** Milliseconds by which the clocks there are ahead of UTC. */
function offsetAt(instant: number, timeZone: string | null): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone ?? UTC,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(instant / 1_000) * 1_000
}
