/** Windows-1252, byte by byte. The runtime's own decoder of that name takes 0x80-0x9F for control characters. */

/** What stands at 0x80-0x9F; five of them are unassigned and stay as they are. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const LETTERS = Array.from({ length: 256 }, (_, byte) => HIGH[byte - 0x80] ?? String.fromCharCode(byte))
const BYTES = new Map(LETTERS.map((letter, byte) => [letter, byte]))

export function decodeWindows1252(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += LETTERS[byte]
  return text
}

/** Undefined when a letter has no byte. */
export function encodeWindows1252(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  for (const letter of text) {
    const byte = BYTES.get(letter)
    if (byte === undefined) return undefined
    bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}
