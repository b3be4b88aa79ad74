/** Distinguishes beer from cider, mead and other drinks, which most data sets list next to beer. */
import type { DrinkKind } from './imported.ts'

const WORDS: readonly [kind: DrinkKind | 'other', words: RegExp][] = [
  [
    'other',
    /\b(?:hard seltzer|seltzer|kombucha|sak[eé]|wine cooler|root beer|ginger beer|malternative|non-beer|flavou?red malt beverage)\b/iu,
  ],
  [
    'cider',
    /\b(?:cider|ciders|cyder|cidre|sidra|cidra|sidro|apfelwein|apfelschaumwein|appelwoi|perry|poir[eé]|cysider|siideri|graff)\b/iu,
  ],
  [
    'mead',
    /\b(?:mead|meads|hydromel|hydromiel|idromele|medovina|melomel|metheglin|cyser|pyment|braggot|mjød|mjöd|honigwein)\b/iu,
  ],
]

/** Uses the name only if there is no style, because a name may merely allude to cider. `other` is none of the three. */
export function drinkKindOf(style: string | null, name: string): DrinkKind | 'other' {
  const text = style ?? name
  return WORDS.find(([, words]) => words.test(text))?.[0] ?? 'beer'
}
