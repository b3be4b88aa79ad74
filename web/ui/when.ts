/** Dates and times as text. */

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** 'just now', '5 minutes ago', 'yesterday', then the date. */
export function whenText(iso: string, now: number = Date.now()): string {
  const ago = now - Date.parse(iso)
  if (Number.isNaN(ago)) return ''
  if (ago < MINUTE_MS) return 'just now'
  if (ago < HOUR_MS) return RELATIVE.format(-Math.floor(ago / MINUTE_MS), 'minute')
  if (ago < DAY_MS) return RELATIVE.format(-Math.floor(ago / HOUR_MS), 'hour')
  if (ago < 7 * DAY_MS) return RELATIVE.format(-Math.floor(ago / DAY_MS), 'day')
  return dateText(iso)
}

export function dateText(iso: string): string {
  return new Date(iso).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' })
}
