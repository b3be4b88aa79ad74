/** Groups the history by night: an evening out ends at six in the morning, not at midnight. */

const NIGHT_ENDS_HOUR = 6
const EVENING_BEGINS_HOUR = 17

/** Returns midnight of the local day a moment belongs to; before six in the morning that is the previous day. */
function nightOf(moment: Date): Date {
  const isBeforeSix = moment.getHours() < NIGHT_ENDS_HOUR
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() - (isBeforeSix ? 1 : 0))
}

export interface Night<T> {
  night: Date
  scans: T[]
}

/** Groups scans sorted by time; keeps the order. */
export function byNight<T extends { scannedAt: string }>(scans: readonly T[]): Night<T>[] {
  const nights: Night<T>[] = []
  for (const scan of scans) {
    const night = nightOf(new Date(scan.scannedAt))
    const last = nights.at(-1)
    if (last && last.night.getTime() === night.getTime()) last.scans.push(scan)
    else nights.push({ night, scans: [scan] })
  }
  return nights
}

/** 'Today' by day, 'Tonight' otherwise; then 'Last night', then the date. */
export function nightText(night: Date, now: Date = new Date()): string {
  const tonight = nightOf(now)
  if (night.getTime() === tonight.getTime()) {
    const isDay = now.getHours() >= NIGHT_ENDS_HOUR && now.getHours() < EVENING_BEGINS_HOUR
    return isDay ? 'Today' : 'Tonight'
  }
  const lastNight = new Date(tonight.getFullYear(), tonight.getMonth(), tonight.getDate() - 1)
  if (night.getTime() === lastNight.getTime()) return 'Last night'
  const isThisYear = night.getFullYear() === tonight.getFullYear()
  return night.toLocaleDateString('en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}
