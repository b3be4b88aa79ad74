/** Names in scripts that are written from right to left, within lines that are written from left to right. */

/** Hebrew, Arabic and their neighbours, and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/** A name that does not reorder the numbers and punctuation around it. Other values stay as they are. */
export function isolated<V>(value: V): V | string {
  return RIGHT_TO_LEFT.test(String(value)) ? `\u2068${value}\u2069` : value
}
