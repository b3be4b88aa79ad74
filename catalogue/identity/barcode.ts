/**
 * Returns an EAN, UPC or GTIN in its canonical form, so that equal barcodes are equal texts: 8 digits for EAN-8, otherwise 13
 * (a UPC gets a leading 0). Spaces and hyphens are ignored. Returns null for anything else, including a wrong check digit and
 * codes that each shop assigns for itself.
 */
export function canonicalBarcode(text: string): string | null {
  const digits = text.replace(/[\s-]/gu, '')
  if (!/^(?:\d{8}|\d{12,14})$/u.test(digits) || !hasValidCheckDigit(digits)) return null
  if (digits.length === 14 && !digits.startsWith('0')) return null
  const barcode = digits.length === 8 ? digits : digits.slice(-13).padStart(13, '0').replace(PADDED_EAN_8, '$1')
  return isInStore(barcode) ? null : barcode
}

/** An EAN-8 in a longer field. GS1 assigns no other codes with five leading zeros, so that the two cannot be confused. */
const PADDED_EAN_8 = /^0{5}(\d{8})$/

/** GS1 reserves these prefixes for use within a shop or company: EAN-13 20-29, UPC 2 and 4, EAN-8 0 and 2. */
function isInStore(barcode: string): boolean {
  return barcode.length === 8 ? /^[02]/u.test(barcode) : /^(?:2|02|04)/u.test(barcode)
}

function hasValidCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) sum += Number(digit) * (index % 2 === 0 ? 1 : 3)
  return sum % 10 === 0 && Number(digits) > 0
}
