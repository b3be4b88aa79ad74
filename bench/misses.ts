/** Why a beer was not told, or told wrongly: where the next gain lies. */
import type { AnsweredBeer, PhotoAnswers } from './answers.ts'
import type { LabelledPhoto, TrueBeer } from './photo-set.ts'
import { isReadIn, isSameBeer, isSameBrewery } from './same-beer.ts'
import { isTrueAnswer, itemsFound, type Knows, otherNamesOf } from './score.ts'

export type Reason = 'not read' | 'read but not matched' | 'wrong sibling' | 'another beer' | 'false alarm'

export interface Miss {
  id: string
  class: LabelledPhoto['class']
  reason: Reason
  /** The beer that was missed; null of a beer told that is not there. */
  missed: string | null
  told: string | null
}

/** `text`: everything that was read of the photo. Beers that the catalogue lacks are not missed. */
export function missesOf(photo: LabelledPhoto, answer: PhotoAnswers, text: string, knows: Knows): Miss[] {
  const miss = (reason: Reason, missed: TrueBeer | null, told?: AnsweredBeer): Miss => ({
    id: photo.id,
    class: photo.class,
    reason,
    missed: missed && nameOf(missed),
    told: told ? nameOf(told) : null,
  })
  const unread = (truth: TrueBeer, otherNames: readonly string[]) =>
    [truth.name, ...otherNames].some((name) => isReadIn(name, text)) ? 'read but not matched' : 'not read'

  if (photo.class === 'single') {
    const [truth] = photo.truth.beers
    const [told] = answer.single?.beers ?? []
    if (!truth) return []
    const otherNames = [...truth.accept_also, ...photo.truth.accept_also]
    if (told && isSameBeer(truth, otherNames, told)) return []
    if (told?.verdict === 'listed')
      return [miss(isSibling(truth, told) ? 'wrong sibling' : 'another beer', truth, told)]
    return knows(truth, otherNames) ? [miss(unread(truth, otherNames), truth, told)] : []
  }
  if (photo.class === 'group') {
    const told = answer.group?.beers ?? []
    const missed = photo.truth.beers.filter(
      (truth) =>
        truth.readability === 'clear' &&
        knows(truth, truth.accept_also) &&
        !told.some((beer) => isSameBeer(truth, truth.accept_also, beer)),
    )
    const alarms = photo.truth.list_complete ? told.filter((beer) => !isTrueAnswer(photo, beer)) : []
    return [
      ...missed.map((truth) => miss(unread(truth, truth.accept_also), truth)),
      ...alarms.map((beer) =>
        miss(photo.truth.beers.some((truth) => isSibling(truth, beer)) ? 'wrong sibling' : 'false alarm', null, beer),
      ),
    ]
  }
  if (photo.class === 'menu') {
    const told = answer.menu?.beers ?? []
    const found = itemsFound(photo, told)
    const used = new Set(found.map(([, beer]) => beer))
    return [
      ...found.flatMap(([item, beer]) =>
        beer || !knows(item, otherNamesOf(item)) ? [] : miss(unread(item, otherNamesOf(item)), item),
      ),
      ...told.filter((beer) => !used.has(beer)).map((beer) => miss('false alarm', null, beer)),
    ]
  }
  const told = [answer.single, answer.group, answer.menu].flatMap((given) => given?.beers ?? [])
  return told.map((beer) => miss('false alarm', null, beer))
}

function isSibling({ brewery, name }: TrueBeer, told: AnsweredBeer): boolean {
  return isSameBrewery(brewery ?? name, told.brewery ?? told.name)
}

function nameOf({ name, brewery }: { name: string; brewery?: string | null | undefined }): string {
  return brewery ? `${brewery} / ${name}` : name
}

export function missTable(misses: readonly Miss[]): string {
  return [
    'misses, by photo: why, what stands there, what was told',
    ...misses.map(
      ({ id, reason, missed, told }) =>
        `  ${id.padEnd(8)}${reason.padEnd(22)}${missed ?? '(not there)'}${told === null ? '' : `  ->  ${told}`}`,
    ),
  ].join('\n')
}
