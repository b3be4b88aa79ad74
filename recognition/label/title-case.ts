/** Writes text that a label prints in capitals as one would write it. */

/** Abbreviations of styles and companies. */
const ABBREVIATIONS = new Set('aipa apa dipa ddh dipl ipa ipl nedipa neipa tipa wcipa'.split(' '))

/** 'WORKING HORSE IPA' becomes 'Working Horse IPA'; words with a small letter stay as they are. */
export function inTitleCase(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) => {
    const isShouted = word === word.toLocaleUpperCase() && /\p{L}{2}/u.test(word)
    if (!isShouted || ABBREVIATIONS.has(word.toLocaleLowerCase())) return word
    return word.charAt(0) + word.slice(1).toLocaleLowerCase()
  })
}
