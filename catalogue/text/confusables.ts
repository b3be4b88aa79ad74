/** Characters that OCR confuses. Two spellings with the same skeleton look alike in print. */

const SKELETON_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  j: 'i',
  '5': 's',
  '8': 'b',
  '6': 'g',
  '9': 'g',
  '2': 'z',
  '4': 'a',
  u: 'v',
}
const DIGITS: Readonly<Record<string, string>> = {
  o: '0',
  q: '0',
  d: '0',
  l: '1',
  i: '1',
  j: '1',
  s: '5',
  b: '8',
  g: '6',
  z: '2',
}

/** The word with every confusable replaced by one representative: 0/o, 1/l/i, 5/s, 8/b, u/v, rn/m, vv/w, cl/d. */
export function skeletonOf(word: string): string {
  const pairs = word.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
  let skeleton = ''
  for (const letter of pairs) skeleton += SKELETON_LETTERS[letter] ?? letter
  return skeleton.replaceAll('vv', 'w').replaceAll('ci', 'd')
}

/** The number that a misread word of mostly digits represents ('l664' is '1664'), or undefined. */
export function asNumber(word: string): string | undefined {
  const digits = word.replace(/\D/g, '').length
  if (digits === word.length || digits * 2 < word.length || word.length > 5) return undefined
  let number = ''
  for (const letter of word) {
    const digit = /\d/.test(letter) ? letter : DIGITS[letter]
    if (digit === undefined) return undefined
    number += digit
  }
  return number
}
