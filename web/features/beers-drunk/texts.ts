import { texts } from '#web/language/texts.ts'
import en from './messages/en.json'

export const t = texts('beers-drunk', en)

/** Of the share card. */
export function cardTitle(year: number | undefined): string {
  return year === undefined ? t('card.title.all') : t('card.title.year', { year })
}
