/** Apart from the other texts of the outbox: the scan home loads without these. */
import { texts } from '#web/language/texts.ts'
import en from './messages/en.json'

export const t = texts('end-notice', en)
