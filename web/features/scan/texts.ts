import type { SceneContext } from '#contracts'
import { texts } from '#web/language/texts.ts'
import en from './messages/en.json'

/** The label of the capture button. */
export function captureLabel(context: SceneContext, beerCount: number): string {
  if (context === 'menu') return t('capture.menu')
  if (context === 'fridge') return t('capture.fridge')
  if (context === 'multiple_beers' && beerCount > 1) return t('capture.beers', { count: beerCount })
  return t('capture.beer')
}

export const t = texts('scan', en)
