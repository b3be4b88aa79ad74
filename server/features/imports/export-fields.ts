/** The fields that the records of our JSON export have in common. */
import { z } from 'zod'
import { roundedTo } from '#contracts'
import { oneLine } from '../../adapters/one-line.ts'
import { type NamedBeer, parseTime, sanitizeText } from './records.ts'

export const NAME_MAX = 200
const TEXT_MAX = 2_000
/** Of a label. */
const LINES_MAX = 100
const LINE_MAX = 200
/** EAN or UPC, digits only. */
const BARCODE = /^\d{8,14}$/

export const textUpTo = (max: number) => z.string().transform((value) => sanitizeText(value, max))
export const Text = textUpTo(TEXT_MAX).nullable().catch(null)
export const Time = z.unknown().transform((value, issues) => {
  const at = parseTime(value)
  if (at) return at
  issues.addIssue('not a valid time')
  return z.NEVER
})
/** The lines of a label; what is longer than any is cut. */
export const ReadText = z
  .array(z.string())
  .transform((lines) => lines.slice(0, LINES_MAX).map((line) => sanitizeText(line, LINE_MAX)))
export const Barcode = z.string().regex(BARCODE)
export const Percent = z.number().min(0).max(100).check(roundedTo(2))
export const Ibu = z.number().min(0).max(10_000).check(roundedTo(2))

export const NamedBeerSchema = z
  .object({
    id: z.int().positive().max(2_147_483_647).nullable().catch(null),
    name: textUpTo(NAME_MAX).refine((name) => oneLine(name) !== ''),
    brewery: textUpTo(NAME_MAX).nullable().catch(null),
    style: textUpTo(NAME_MAX).nullable().catch(null),
    abv: Percent.nullable().catch(null),
    ibu: Ibu.nullable().catch(null),
    listed: z.boolean().catch(true),
  })
  .transform((beer): NamedBeer => beer)

/** For example 'beer.name'. */
export const firstInvalidField = ({ issues }: z.ZodError) => issues[0]?.path.join('.') || 'not an object'

/** Undefined if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
