/** The parts of a benchmark that a command line names; all of them if it names none. */
export function wantedParts<Part extends string>(known: readonly Part[], named: readonly string[]): ReadonlySet<Part> {
  const unknown = named.filter((name) => !known.some((part) => part === name))
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. There are ${known.join(', ')}.`)
  return new Set(named.length === 0 ? known : known.filter((part) => named.includes(part)))
}

/** @throws if it is not a whole number above zero: a benchmark that measures nothing would succeed */
export function countIn(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count <= 0) throw new Error(`Not a number above zero: ${text}`)
  return count
}
