/** Tells beer from the cider and mead that stand beside it in every data set, and from what is neither. */
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

/** By the style where there is one, because a name may only allude to cider; `other` is none of the three. */
export function drinkKindOf(style: string | null, name: string): DrinkKind | 'other' {
  const told = style ?? name
  return WORDS.find(([, words]) => words.test(told))?.[0] ?? 'beer'
}
