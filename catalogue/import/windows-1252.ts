/**
 * Windows-1252 encoder and decoder. Node 20's `TextDecoder('windows-1252')` decodes 0x80-0x9F as control characters, and
 * there is no built-in encoder.
 */

/** The characters at 0x80-0x9F; the five unassigned bytes map to themselves. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const LETTERS = Array.from({ length: 256 }, (_, byte) => HIGH[byte - 0x80] ?? String.fromCharCode(byte))
const BYTES = new Map(LETTERS.map((letter, byte) => [letter, byte]))

/** Each byte is one character; none is invalid. */
export function decodeWindows1252(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += LETTERS[byte]
  return text
}

/** Returns undefined if a character has no encoding. */
export function encodeWindows1252(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  for (const letter of text) {
    const byte = BYTES.get(letter)
    if (byte === undefined) return undefined
    bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}
