/** The size of a heading whose words are not to be broken, however large the letters and narrow the window. */

/** How wide the letters of the display font are at most on average, in em. */
const WIDE_LETTER = 0.86
const LETTER = 0.57
/** A longer word would get too small: it is broken. */
const WIDEST_WORD = 12

/** As CSS: `rem`, or less if the longest word would be wider than the room, such as '100vw - 44px'. */
export function wordSize(text: string, rem: number, room: string): string {
  const widths = text.split(/[\s-]+/).map(widthOf)
  const widest = Math.min(WIDEST_WORD, Math.max(1, ...widths))
  return `min(${rem}rem, (${room}) / ${rounded(widest)})`
}

/** The same for a line that gets smaller rather than two, as long as it is at least `least` rem. */
export function lineSize(text: string, rem: number, least: number, room: string): string {
  return `min(${wordSize(text, rem, room)}, max(${least}rem, (${room}) / ${rounded(widthOf(text))}))`
}

const rounded = (width: number) => Math.round(width * 10) / 10

function widthOf(word: string): number {
  return [...word].reduce((sum, letter) => sum + (/[\p{Lu}mwœæ]/u.test(letter) ? WIDE_LETTER : LETTER), 0)
}
