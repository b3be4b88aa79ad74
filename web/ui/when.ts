/** When something happened, as text. */
import { dateText } from '#web/language/formats.ts'
import { language } from '#web/language/language.ts'
import { t } from './texts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** 'just now', '5 minutes ago', 'yesterday', then the date. After 24 hours, days are those of the local calendar. */
export function whenText(iso: string, now: number = Date.now()): string {
  const ago = now - Date.parse(iso)
  if (Number.isNaN(ago)) return ''
  if (ago < MINUTE_MS) return t('justNow')
  if (ago < HOUR_MS) return agoText(-Math.floor(ago / MINUTE_MS), 'minute')
  const days = calendarDay(now) - calendarDay(Date.parse(iso))
  // A day on which the clocks go back has 25 hours.
  if (ago < DAY_MS || days === 0) return agoText(-Math.floor(ago / HOUR_MS), 'hour')
  if (days < 7) return agoText(-days, 'day')
  return dateText(iso)
}

/** Numbers the local days. */
function calendarDay(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS
}

function agoText(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(value, unit)
}
