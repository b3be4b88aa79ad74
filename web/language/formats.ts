/** Numbers, dates and lists in the language of the page. Formatters are slow to make: those of numbers and dates are kept. */
import { i18n, language } from './language.ts'

export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return i18n.number(value, options)
}

/** With one decimal. */
export function decimalText(value: number): string {
  return numberText(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** A share of 1 without decimals: '45%'. */
export function percentText(share: number): string {
  return numberText(share, { style: 'percent', maximumFractionDigits: 0 })
}

export function dateText(date: string | number | Date, options: Intl.DateTimeFormatOptions = SHORT): string {
  return i18n.date(new Date(date), options)
}
const SHORT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** 'a, b, and c'. */
export function listText(items: readonly string[], options?: Intl.ListFormatOptions): string {
  return new Intl.ListFormat(language(), options).format(items)
}
