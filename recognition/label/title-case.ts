/** Finds text that is printed in capitals, and writes it as one would write it. */

/** Of styles, hopping, measures and countries. */
const ABBREVIATIONS = new Set(
  'abv aipa apa bba bipa ddh dipa dipl epa esb ibu ipa ipl nedipa neipa nzipa qipa tdh tipa uk usa wcdipa wcipa xpa'.split(
    ' ',
  ),
)
/** Of two letters or more, below 40: 'MIX' and 'DI' are words. */
const ROMAN_NUMERAL = /^(?=..)X{0,3}(?:IX|IV|V?I{0,3})$/

/** True if no letter is small, and at least one could be. */
export function isInCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase()
}

/** 'WORKING HORSE IPA II' becomes 'Working Horse IPA II'; words with a small letter stay as they are. */
export function inTitleCase(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) => {
    const isShouted = isInCapitals(word) && /\p{L}{2}/u.test(word)
    if (!isShouted || ABBREVIATIONS.has(word.toLowerCase()) || ROMAN_NUMERAL.test(word)) return word
    return word.charAt(0) + word.slice(1).toLowerCase()
  })
}
