/** Groups by night: an evening out ends at six in the morning, not at midnight. */
import { dateText } from '#web/language/formats.ts'
import { t } from './texts.ts'
import { whenText } from './when.ts'

const NIGHT_ENDS_HOUR = 6
const EVENING_BEGINS_HOUR = 17

/** Returns midnight of the local day a moment belongs to; before six in the morning that is the previous day. */
function nightOf(moment: Date): Date {
  const isBeforeSix = moment.getHours() < NIGHT_ENDS_HOUR
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() - (isBeforeSix ? 1 : 0))
}

export interface Night<T> {
  night: Date
  /** Of all its rows, shown or not. */
  count: number
  items: T[]
}

/** Groups the rows that are shown, the first of all rows; both are sorted by time. Keeps the order. */
export function nightsOf<T>(rows: readonly T[], shown: readonly T[], timeOf: (row: T) => string): Night<T>[] {
  const nights: Night<T>[] = []
  rows.forEach((row, place) => {
    const night = nightOf(new Date(timeOf(row)))
    const last = nights.at(-1)
    const current = last?.night.getTime() === night.getTime() ? last : { night, count: 0, items: [] }
    if (current !== last) nights.push(current)
    current.count += 1
    if (place < shown.length) current.items.push(row)
  })
  return nights.filter(({ items }) => items.length > 0)
}

/** 'Today' by day, 'Tonight' otherwise; then 'Last night', then the date. */
export function nightText(night: Date, now: Date = new Date()): string {
  const tonight = nightOf(now)
  if (night.getTime() === tonight.getTime()) {
    const isDay = now.getHours() >= NIGHT_ENDS_HOUR && now.getHours() < EVENING_BEGINS_HOUR
    return t(isDay ? 'today' : 'tonight')
  }
  const lastNight = new Date(tonight.getFullYear(), tonight.getMonth(), tonight.getDate() - 1)
  if (night.getTime() === lastNight.getTime()) return t('lastNight')
  const isThisYear = night.getFullYear() === tonight.getFullYear()
  return dateText(night, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

/** When in its night something happened: '2 hours ago' in the current one, the time of day in those that a heading dates. */
export function timeInNight(iso: string, now: Date = new Date()): string {
  const moment = new Date(iso)
  if (nightOf(moment).getTime() === nightOf(now).getTime()) return whenText(iso, now.getTime())
  return dateText(moment, { hour: 'numeric', minute: '2-digit' })
}
