/** What a photo shows that has a drink on it, and no beer. */
import type { OtherDrink } from '#contracts'
import { language } from '#web/language/language.ts'
import { t } from './texts.ts'

/** Kinds that have no plural: one says 'water', not 'a water'. */
const UNCOUNTED = new Set(['juice', 'milk', 'tea or coffee', 'water'])

/** 'That looks like Strongbow, a cider. Not a beer.' Kinds are English. */
export function otherDrinkText({ name, kind }: OtherDrink): string {
  if (language() !== 'en') return t('otherDrink.notBeer', { drink: name })
  const noun = kind.toLowerCase()
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a'
  return t('otherDrink.notBeer', { drink: `${name}, ${UNCOUNTED.has(noun) ? noun : `${article} ${noun}`}` })
}
