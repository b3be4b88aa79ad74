/** Tastes in words. */
import type { LikedStyle, PersonalRating, TasteEffect } from '#contracts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { countryText } from '#web/language/countries.ts'
import { listText } from '#web/language/formats.ts'
import { t } from './texts.ts'

/** 'Saison', 'strong beers', 'beers from Belgium'. */
export function traitText({ trait, value }: Pick<TasteEffect, 'trait' | 'value'>): string {
  if (trait === 'style' || trait === 'family') return styleText(value)
  if (trait === 'country') return t('value.country', { value: countryText(value) })
  return t.find(`value.${trait}.${value}`) ?? t.find(`value.${trait}`, { value }) ?? value
}

/** 'you like Saison and strong beers', 'you like Stout less'. */
function reasonText({ reasons }: Pick<PersonalRating, 'reasons'>): string {
  const [strongest] = reasons
  if (!strongest) return t('as')
  const liked = listText(reasons.map(traitText))
  return strongest.points > 0 ? t('more', { liked }) : t('less', { liked })
}

/** Why the user would like a beer; undefined for one that they would like in spite of its traits. */
export function likingText(personal: PersonalRating): string | undefined {
  return (personal.reasons[0]?.points ?? 0) < 0 ? undefined : reasonText(personal)
}

/** 'For you 84: you like Saison'. */
export function forYouText(personal: PersonalRating): string {
  return t('forYouWhy', { rating: personal.rating, reason: reasonText(personal) })
}

/** 'You rate Saison highly'; undefined for a reason that this build does not know. */
export function likedText({ style, because }: LikedStyle): string | undefined {
  return t.find(`because.${because}`, { style: styleText(style) })
}
