/** Groups by night: an evening out ends at six in the morning, not at midnight. */
import { dateText } from '#web/language/formats.ts'
import { t } from './texts.ts'

const NIGHT_ENDS_HOUR = 6
const EVENING_BEGINS_HOUR = 17

/** Returns midnight of the local day a moment belongs to; before six in the morning that is the previous day. */
function nightOf(moment: Date): Date {
  const isBeforeSix = moment.getHours() < NIGHT_ENDS_HOUR
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() - (isBeforeSix ? 1 : 0))
}

export interface Night<T> {
  night: Date
  items: T[]
}

/** Groups items sorted by time; keeps the order. */
export function byNight<T>(items: readonly T[], timeOf: (item: T) => string): Night<T>[] {
  const nights: Night<T>[] = []
  for (const item of items) {
    const night = nightOf(new Date(timeOf(item)))
    const last = nights.at(-1)
    if (last && last.night.getTime() === night.getTime()) last.items.push(item)
    else nights.push({ night, items: [item] })
  }
  return nights
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
