/** Finds text that is printed in capitals, and writes it as one would write it. */
import { WORDS } from '../words/word-lists.ts'

const ABBREVIATIONS = new Set(WORDS.abbreviations)
/** Short words without a vowel are abbreviations, such as 'BRB', except these. */
const SHORT_WORDS = new Set(['DR', 'FT', 'MR', 'MRS', 'MT', 'NR', 'ST', 'VS'])
const WITHOUT_VOWEL = /^[B-DF-HJ-NP-TV-XZ]{2,3}$/
/** The first letter after the one of "O'" and "D'". */
const AFTER_ELISION = /(?<=(?:^|['’])\p{L}['’])\p{Ll}(?=\p{L})/gu
/** Of two letters or more, below 40: 'MIX' and 'DI' are words. */
const ROMAN_NUMERAL = /^(?=..)X{0,3}(?:IX|IV|V?I{0,3})$/

/** True if no letter is small, and at least one could be. */
export function isInCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase()
}

/** 'WORKING HORSE IPA II' becomes 'Working Horse IPA II'; words with a small letter stay as they are. */
export function inTitleCase(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) => {
    if (!isInCapitals(word) || !/\p{L}{2}/u.test(word) || isAbbreviation(word)) return word
    const lower = word.charAt(0) + word.slice(1).toLowerCase()
    return lower.replace(AFTER_ELISION, (letter) => letter.toUpperCase())
  })
}

function isAbbreviation(word: string): boolean {
  if (ABBREVIATIONS.has(word) || ROMAN_NUMERAL.test(word)) return true
  return WITHOUT_VOWEL.test(word) && !SHORT_WORDS.has(word)
}
