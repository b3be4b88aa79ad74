/** The IANA name of this device's time zone: days, weeks and years are those of its user. */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
