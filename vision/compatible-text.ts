/**
 * Returns a read text with compatibility forms resolved (NFKC): full-width letters, ligatures, superscripts. The acute accent that
 * is printed as an apostrophe (´) becomes one; NFKC alone makes a space and a combining accent of it.
 */
export function compatibleText(text: string): string {
  return text.replaceAll('´', "'").normalize('NFKC')
}
