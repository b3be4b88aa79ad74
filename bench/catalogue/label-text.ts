/** What labels print besides the beer, and how an OCR misreads letters. */
import type { Random } from '../statistics/random.ts'

export const LABEL_TEXT = [
  [
    'brewed and bottled by',
    'ingredients: water, barley malt, hops, yeast',
    '33 cl',
    'alc. 5,2 % vol',
    'best before end see cap',
  ],
  ['GOVERNMENT WARNING: according to the surgeon general', 'brewed with the finest hops', '12 FL OZ', 'craft beer'],
  [
    'Zutaten: Wasser, Gerstenmalz, Hopfen',
    'gebraut nach dem Reinheitsgebot',
    '0,5 l',
    'seit 1862',
    'mindestens haltbar bis',
  ],
]
const CONFUSABLES: Record<string, string> = { o: '0', l: '1', s: '5', e: 'c', n: 'm', i: 'l', a: 'o', t: 'f' }
/** Share of the letters that are misread. */
const MISREAD = 0.03

export function misread(text: string, random: Random): string {
  return text.replace(/\p{L}/gu, (letter) =>
    random.next() < MISREAD ? (CONFUSABLES[letter.toLowerCase()] ?? letter) : letter,
  )
}
