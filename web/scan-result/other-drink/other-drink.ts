/** What a photo shows that has a drink on it, and no beer. */
import type { OtherDrink } from '#contracts'
import { t } from './texts.ts'

/** 'That looks like Strongbow, a cider. Not a beer.' */
export function otherDrinkText({ name, kind }: OtherDrink): string {
  const what = t.find(`kind.${kind}`)
  return t('notBeer', { drink: what === undefined ? name : t('named', { name, kind: what }) })
}
