/** Why a record of a file cannot be imported, in the language of the page. The server says it in English. */
import { language } from '#web/language/language.ts'
import { texts } from '#web/language/texts.ts'

const t = texts('reasons')

/** 'an invalid scan (scannedAt)': the detail names a field of the file, or quotes it. */
const WITH_DETAIL = /^([^(]+) (\(.+\))$/
const WITH_VALUE = /^(invalid ABV|invalid date) (.*) (ignored)$/
/** As English writes it: '2,000'. */
const NUMBER = /\d[\d,]*/

/** A reason of a newer server is shown as it is. */
export function reasonText(what: string): string {
  if (language() === 'en') return what
  const [, whole = what, detail] = WITH_DETAIL.exec(what) ?? []
  const text = wholeText(whole)
  if (text === undefined) return what
  return detail ? `${text} ${detail}` : text
}

function wholeText(what: string): string | undefined {
  const [, start, value, end] = WITH_VALUE.exec(what) ?? []
  if (value !== undefined) return t.find(`${start} {value} ${end}`, { value })
  const [number] = NUMBER.exec(what) ?? []
  if (number === undefined) return t.find(what)
  return t.find(what.replace(number, '{n}'), { n: Number(number.replaceAll(',', '')) })
}
