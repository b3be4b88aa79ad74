/** Explains why a beer was missed or answered wrongly, which shows what to improve next. */
import type { AnsweredBeer, PhotoAnswers } from '../photos/answers.ts'
import type { LabelledPhoto, TrueBeer } from '../photos/photo-set.ts'
import { isReadIn, isSameBeer, isSameBrewery } from '../photos/same-beer.ts'
import { isTrueAnswer, itemsFound, type Knows, otherNamesOf } from '../photos/score.ts'

type Reason = 'not read' | 'read but not matched' | 'wrong sibling' | 'another beer' | 'false alarm'

export interface Miss {
  id: string
  class: LabelledPhoto['class']
  reason: Reason
  /** The missed beer; null for an answer that is not on the photo. */
  missed: string | null
  answered: string | null
}

/** `text` is everything read on the photo. Beers that are not in the catalogue do not count as missed. */
export function missesOf(photo: LabelledPhoto, answer: PhotoAnswers, text: string, knows: Knows): Miss[] {
  const miss = (reason: Reason, missed: TrueBeer | null, answered?: AnsweredBeer): Miss => ({
    id: photo.id,
    class: photo.class,
    reason,
    missed: missed && nameOf(missed),
    answered: answered ? nameOf(answered) : null,
  })
  const unread = (truth: TrueBeer, otherNames: readonly string[]) =>
    [truth.name, ...otherNames].some((name) => isReadIn(name, text)) ? 'read but not matched' : 'not read'

  if (photo.class === 'single') {
    const [truth] = photo.truth.beers
    const [answered] = answer.single?.beers ?? []
    if (!truth) return []
    const otherNames = [...truth.accept_also, ...photo.truth.accept_also]
    if (answered && isSameBeer(truth, otherNames, answered)) return []
    if (answered?.verdict === 'listed')
      return [miss(isSibling(truth, answered) ? 'wrong sibling' : 'another beer', truth, answered)]
    return knows(truth, otherNames) ? [miss(unread(truth, otherNames), truth, answered)] : []
  }
  if (photo.class === 'group') {
    const answered = answer.group?.beers ?? []
    const missed = photo.truth.beers.filter(
      (truth) =>
        truth.readability === 'clear' &&
        knows(truth, truth.accept_also) &&
        !answered.some((beer) => isSameBeer(truth, truth.accept_also, beer)),
    )
    const alarms = photo.truth.list_complete ? answered.filter((beer) => !isTrueAnswer(photo, beer)) : []
    return [
      ...missed.map((truth) => miss(unread(truth, truth.accept_also), truth)),
      ...alarms.map((beer) =>
        miss(photo.truth.beers.some((truth) => isSibling(truth, beer)) ? 'wrong sibling' : 'false alarm', null, beer),
      ),
    ]
  }
  if (photo.class === 'menu') {
    const answered = answer.menu?.beers ?? []
    const found = itemsFound(photo, answered)
    const used = new Set(found.map(([, beer]) => beer))
    return [
      ...found.flatMap(([item, beer]) =>
        beer || !knows(item, otherNamesOf(item)) ? [] : miss(unread(item, otherNamesOf(item)), item),
      ),
      ...answered.filter((beer) => !used.has(beer)).map((beer) => miss('false alarm', null, beer)),
    ]
  }
  const answered = [answer.single, answer.group, answer.menu].flatMap((given) => given?.beers ?? [])
  return answered.map((beer) => miss('false alarm', null, beer))
}

function isSibling({ brewery, name }: TrueBeer, answered: AnsweredBeer): boolean {
  return isSameBrewery(brewery ?? name, answered.brewery ?? answered.name)
}

function nameOf({ name, brewery }: { name: string; brewery?: string | null | undefined }): string {
  return brewery ? `${brewery} / ${name}` : name
}

export function missTable(misses: readonly Miss[]): string {
  return [
    'misses by photo: reason, label, answer',
    ...misses.map(
      ({ id, reason, missed, answered }) =>
        `  ${id.padEnd(8)}${reason.padEnd(22)}${missed ?? '(not on the photo)'}${answered === null ? '' : `  ->  ${answered}`}`,
    ),
  ].join('\n')
}
