/** Part of no name; NFKC makes letters of ™. */
const TRADE_MARK = /[™℠®©]/gu
const TRADE_MARK_BETWEEN_WORDS = /(?<=[\p{L}\p{M}\p{N}])[™℠®©](?=[\p{L}\p{N}])/gu

/**
 * Returns a read text without trade marks and with compatibility forms resolved (NFKC): full-width letters, ligatures, superscripts.
 * The acute accent that is printed as an apostrophe (´) becomes one; NFKC alone makes a space and a combining accent of it.
 */
export function compatibleText(text: string): string {
  return text.replaceAll('´', "'").replace(TRADE_MARK_BETWEEN_WORDS, ' ').replace(TRADE_MARK, '').normalize('NFKC')
}
