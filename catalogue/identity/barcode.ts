/**
 * Returns an EAN, UPC or GTIN in its canonical form, so that equal barcodes are equal texts: 8 digits for EAN-8, otherwise 13
 * (a UPC gets a leading 0). Spaces and hyphens are ignored. Returns null for anything else, including a wrong check digit.
 */
export function canonicalBarcode(text: string): string | null {
  const digits = text.replace(/[\s-]/gu, '')
  if (!/^(?:\d{8}|\d{12,14})$/u.test(digits) || !hasValidCheckDigit(digits)) return null
  if (digits.length === 14) return digits.startsWith('0') ? digits.slice(1) : null
  if (digits.length === 8) return digits
  return digits.padStart(13, '0')
}

function hasValidCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) sum += Number(digit) * (index % 2 === 0 ? 1 : 3)
  return sum % 10 === 0 && Number(digits) > 0
}
