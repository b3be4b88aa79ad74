/** Apart from the other results: the scan home loads these when a photo is sent. */
import { texts } from '#web/language/texts.ts'
import en from './messages/en.json'

export const t = texts('background', en)
