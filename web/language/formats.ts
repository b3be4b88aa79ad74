/** Numbers, dates and lists in the language of the page. */
import { language } from './language.ts'

export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language(), options).format(value)
}

/** With one decimal. */
export function decimalText(value: number): string {
  return numberText(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

export function dateText(date: string | number | Date, options: Intl.DateTimeFormatOptions = SHORT): string {
  return new Intl.DateTimeFormat(language(), options).format(new Date(date))
}
const SHORT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** 'a, b, and c'. */
export function listText(items: readonly string[], options?: Intl.ListFormatOptions): string {
  return new Intl.ListFormat(language(), options).format(items)
}
