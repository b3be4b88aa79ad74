/** A range of numbers, open at either end: a filter, and a value in the address. */
export interface Range {
  from: number | null
  to: number | null
}

export const ANY: Range = { from: null, to: null }

export const isLimited = ({ from, to }: Range): boolean => from !== null || to !== null

/** True if one of the numbers is within the range. Without numbers only a range without limits fits. */
export function fits({ from, to }: Range, numbers: readonly number[]): boolean {
  if (from === null && to === null) return true
  return numbers.some((number) => (from === null || number >= from) && (to === null || number <= to))
}

/** '4-6.5', '4-' or '-6.5'. */
export function rangeText({ from, to }: Range): string {
  return `${from ?? ''}-${to ?? ''}`
}

export function rangeOf(text: string | null): Range {
  const [, from = '', to = ''] = text?.match(/^([\d.]*)-([\d.]*)$/) ?? []
  return { from: numberOf(from), to: numberOf(to) }
}

/** A number as people type it, with a point or a comma; null for anything else. */
export function numberOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : null
}
