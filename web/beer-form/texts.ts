import { texts } from '#web/language/texts.ts'
import en from './messages/en.json'

export const t = texts('beer-form', en)
