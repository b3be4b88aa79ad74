/** What cannot be seen, but for the joiners of emoji and of Persian and Indic scripts (ZWJ and ZWNJ). */
const INVISIBLE = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s])+/gu

/** Text of a user for a terminal, or for a file of lines: each run of line breaks, control and format characters is one space. */
export function oneLine(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, ' ').trim()
}
