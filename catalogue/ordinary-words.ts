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
      'rosee',
    ],
    ...['svetly', 'tmavy', 'polotmavy', 'cerny', 'donker', 'doree', 'bleue', 'green'],
  ],
  bock: ['bock', 'doppelbock', 'maibock', 'eisbock', 'weizenbock', 'urbock'],
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
      'kristall',
      'ultra',
      'weisse',
      'strong',
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
      'christmas',
      'noel',
      'winter',
      'kriek',
      'framboise',
    ],
  ],
  flavour: [
    ...[
      'lemon',
      'lime',
      'grapefruit',
      'raspberry',
      'cherry',
      'peche',
      'peach',
      'mango',
      'orange',
      'coffee',
      'vanilla',
      'chocolate',
      'honey',
    ],
    ...['ginger', 'pumpkin', 'smoked', 'apple', 'strawberry', 'blueberry'],
  ],
} as const

/** Words that tell beers of one brewery apart, with their group. */
export const VARIANTS: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([group, words]) => words.map((word) => [word, group] as const)),
)

/** Groups of which a beer is one thing only. */
export const EXCLUSIVE: ReadonlySet<string> = new Set(['strength', 'colour', 'bock'])
