/**
 * Which words never are a name by themselves: what every label carries, and the words of styles. They still help to tell
 * the beers of one brewery apart, with little weight.
 */
import type { Lexicons } from './lexicon.ts'
import { isNumber, readWords } from './read-words.ts'

export interface OrdinaryWords {
  /** 'brewed', 'since', 'premium' and the small words of a language. */
  isCommon(word: string): boolean
  /** Words of style names in any language: 'tripel', 'pale', 'dunkel'. */
  isStyle(word: string): boolean
  isOrdinary(word: string): boolean
}

/** Words here are as `readWords` gives them. */
export function ordinaryWords({ styles, lexicon }: Lexicons): OrdinaryWords {
  const common = new Set(lexicon.words.flatMap(readWords))
  const ofStyles = new Set<string>()
  for (const style of styles)
    for (const name of [style.name, ...style.aliases])
      for (const word of readWords(name)) if (!isNumber(word) || word === '0.0') ofStyles.add(word)
  return {
    isCommon: (word) => common.has(word),
    isStyle: (word) => ofStyles.has(word),
    isOrdinary: (word) => common.has(word) || ofStyles.has(word),
  }
}

const GROUPS = {
  strength: ['dubbel', 'double', 'tripel', 'quadrupel', 'enkel', 'single'],
  colour: [
    ...[
      'blonde',
      'brune',
      'ambree',
      'amber',
      'rouge',
      'rood',
      'red',
      'black',
      'noire',
      'dunkel',
      'dark',
      'hell',
      'wit',
      'white',
      'blanche',
    ],
    ...[
      'rubia',
      'negra',
      'tostada',
      'roja',
      'rossa',
      'bionda',
      'scura',
      'bianca',
      'schwarz',
      'golden',
      'gold',
      'brown',
      'rose',
    ],
    ...['svetly', 'tmavy', 'polotmavy', 'cerny', 'weisse', 'donker', 'doree', 'bleue', 'groen', 'green'],
  ],
  bock: ['bock', 'doppelbock', 'maibock', 'eisbock', 'weizenbock', 'urbock'],
  /** Words of this group exclude nothing, but each makes another beer. */
  edition: [
    ...[
      '0.0',
      'light',
      'imperial',
      'session',
      'radler',
      'barrelaged',
      'nitro',
      'sour',
      'hazy',
      'smoked',
      'kriek',
      'framboise',
      'peche',
      'cherry',
    ],
    ...[
      'lemon',
      'lime',
      'grapefruit',
      'raspberry',
      'mango',
      'coffee',
      'vanilla',
      'chocolate',
      'honey',
      'ginger',
      'pumpkin',
      'kristall',
      'ultra',
    ],
    ...[
      'stout',
      'porter',
      'ipa',
      'saison',
      'gueuze',
      'faro',
      'marzen',
      'pils',
      'kellerbier',
      'weizenbock',
      'christmas',
      'noel',
      'winter',
      'strong',
    ],
  ],
} as const

/** Words that tell beers of one brewery apart, with the group in which they exclude each other; null excludes nothing. */
export const VARIANTS: ReadonlyMap<string, string | null> = new Map(
  Object.entries(GROUPS).flatMap(([group, words]) =>
    words.map((word) => [word, group === 'edition' ? null : group] as const),
  ),
)
