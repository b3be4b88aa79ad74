/** The time zone of this device: days, weeks and years are those of its user. */

/** Its IANA name. */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** What its clock shows, without the zone: '2026-03-01T20:00:00.000'. */
export function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, -1)
}
