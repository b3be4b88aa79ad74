/** When something happened, as text. */
import { dateText } from '#web/language/formats.ts'
import { language } from '#web/language/language.ts'
import { t } from './texts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** 'just now', '5 minutes ago', 'yesterday', then the date. */
export function whenText(iso: string, now: number = Date.now()): string {
  const ago = now - Date.parse(iso)
  if (Number.isNaN(ago)) return ''
  if (ago < MINUTE_MS) return t('justNow')
  if (ago < HOUR_MS) return agoText(-Math.floor(ago / MINUTE_MS), 'minute')
  if (ago < DAY_MS) return agoText(-Math.floor(ago / HOUR_MS), 'hour')
  if (ago < 7 * DAY_MS) return agoText(-Math.floor(ago / DAY_MS), 'day')
  return dateText(iso)
}

function agoText(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(value, unit)
}
