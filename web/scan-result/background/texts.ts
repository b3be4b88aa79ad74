/** Apart from the other results, because the scan home loads these with its first scripts. */
import { texts } from '#web/language/texts.ts'
import en from './messages/en.json'

export const t = texts('background', en)
