/**
 * A model's answer -> structured beers within bounds. The answer is untrusted: it may be truncated, not match the schema, or
 * repeat instructions printed on the photo. Each row is validated by itself: without a plausible name it is dropped, values
 * out of range become null.
 */

import { z } from 'zod'
import { ABV_MAX_PERCENT } from '#contracts'
import type { Reading, StructuredBeer, StructuredField } from '../../reading.ts'
import { isOnlyBeer, isPlaceholder } from './no-names.ts'
import { ESTIMABLE, type TaskName } from './tasks.ts'

const NAME_MAX = 100
const STYLE_MAX = 60
const NOTE_MAX = 40
const TITLE_MAX = 120
const WORDS_MAX = 14
const LINES_MAX = 12
const COUNT_MAX = 500
const IBU_MAX = 300
/** No beer is rated lower: a smaller number is one of another scale, as of five or ten points. */
const RATING_MIN = 11
/** More than any photo shows; a longer answer is a model stuck in a loop. */
export const ROWS_MAX: Record<TaskName, number> = { single: 100, group: 150, menu: 400 }

/** Estimated in an answer that does not list its estimates: a model knows these numbers of many beers. */
const NUMBERS = ['abv', 'ibu'] as const

/** Upper bound for the confidence that a model reports. */
const CONFIDENCE_MAX = 0.97
const DEFAULT_CONFIDENCE = 0.6

/** Control and format characters, among them those that hide text or reverse its direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu
/** Addresses, markup and code are never the name of a beer. */
const NOT_A_NAME = /https?:|www\.|<\/?[a-z!]|[{}`\\|]|\]\(|\b[\w.-]+@[\w-]+\./i
const NOT_A_PRICE = /https?:|www\.|[<>{}`\\@]/i
/** Text that addresses the model: prompt injection. */
const INJECTION =
  /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instruction|prompt|previous|above|rule|system|everything|all)|\b(system|developer) (prompt|message)|\b(you|assistant) (are|must|should|will) (now|not|answer|reply|say|respond)|\bas an ai\b/i

const toPrintable = (value: string) => value.normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim()

/** The value as the name of a beer, a brewery or a style; undefined if it cannot be one. */
function toName(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string' || value.length > max * 4) return undefined
  const name = toPrintable(value)
  if (name.length === 0 || name.length > max || name.split(' ').length > WORDS_MAX) return undefined
  if (!/\p{L}|\p{N}/u.test(name) || NOT_A_NAME.test(name) || INJECTION.test(name) || isPlaceholder(name))
    return undefined
  return name
}

const nameField = (max: number) => z.unknown().transform((value) => toName(value, max) ?? null)
/** A price, or several of them: '4.50 | 6.00'. */
const priceField = z.unknown().transform((value) => {
  const price = typeof value === 'number' ? String(value) : typeof value === 'string' ? toPrintable(value) : ''
  return /\p{N}/u.test(price) && price.length <= NOTE_MAX && !NOT_A_PRICE.test(price) ? price : null
})

/** Text allowed beside each number. One of another unit ('12 °P', '12 EBC') is another number. */
const BESIDE_NUMBER = {
  abv: /^(?:abv|alc|alk|alcohol|alkohol|by|vol|volume|[.:/%<≤~≈\s-])*$/i,
  ibu: /^(?:ibu|[:~≈\s])*$/i,
  percent: /^[%\s]*$/,
  count: /^[x×\sa-z]*$/i,
}
/** Longer texts are no numbers. */
const NUMBER_TEXT_MAX = 30

/** Accepts numbers and texts of this form; values out of range are misread and become null. */
const numberField = (form: keyof typeof BESIDE_NUMBER, min: number, max: number) =>
  z.unknown().transform((value) => {
    const number = typeof value === 'string' ? numberIn(value, BESIDE_NUMBER[form]) : value
    return typeof number === 'number' && number >= min && number <= max ? number : null
  })

/** The only number in a text, if nothing else but this is beside it. */
function numberIn(text: string, beside: RegExp): number | null {
  const isNegative = text.trimStart().startsWith('-')
  if (isNegative || text.length > NUMBER_TEXT_MAX) return null
  const [number, ...others] = text.match(/\d{1,4}(?:[.,]\d{1,4})?/g) ?? []
  if (number === undefined || others.length > 0) return null
  return text.split(number).every((part) => beside.test(part)) ? Number(number.replace(',', '.')) : null
}

/** The fields that a model estimated; null if the answer does not say. Accepts a text in place of the list, and any case. */
const estimatedField = z.unknown().transform((value) => {
  const names = (typeof value === 'string' ? value.split(/[\s,;]+/) : Array.isArray(value) ? value : [])
    .filter((name) => typeof name === 'string')
    .map((name) => name.trim().toLowerCase())
  const fields = ESTIMABLE.filter((field) => names.includes(field))
  return Array.isArray(value) || fields.length > 0 ? fields : null
})

const Row = z.object({
  name: nameField(NAME_MAX),
  brewery: nameField(NAME_MAX),
  style: nameField(STYLE_MAX),
  abv: numberField('abv', 0, ABV_MAX_PERCENT),
  ibu: numberField('ibu', 1, IBU_MAX),
  estimated: estimatedField,
  rating: numberField('percent', RATING_MIN, 100),
  confidence: numberField('percent', 0, 100),
  count: numberField('count', 1, COUNT_MAX),
  price: priceField,
  size: nameField(NOTE_MAX),
  section: nameField(NAME_MAX),
})

const Answer = z.object({
  shows: z.enum(['single', 'group', 'menu', 'nothing']).optional().catch(undefined),
  title: nameField(TITLE_MAX),
  text: z.array(z.unknown()).catch([]),
  beers: z.array(z.unknown()),
})

/** Parses an answer; undefined when it does not have the form of one. Missing fields become null. */
export function parseAnswer(value: unknown, task: TaskName): Pick<Reading, 'shows' | 'title' | 'beers'> | undefined {
  const parsed = Answer.safeParse(withAllFields(value, ['title', 'text']))
  if (!parsed.success) return undefined
  const { shows, title, text, beers } = parsed.data
  const labelLines = text.slice(0, LINES_MAX).flatMap((line) => toName(line, NAME_MAX) ?? [])
  const structured = beers.slice(0, ROWS_MAX[task]).flatMap((row) => structuredBeer(row, labelLines, task) ?? [])
  return {
    ...(shows && { shows }),
    title,
    // A photo that shows nothing has no beers, whatever rows follow.
    beers: shows === 'nothing' ? [] : structured,
  }
}

/** A row as a beer; undefined if it has no plausible name. */
function structuredBeer(value: unknown, labelLines: readonly string[], task: TaskName): StructuredBeer | undefined {
  const parsed = Row.safeParse(withAllFields(value, Object.keys(Row.shape)))
  if (!parsed.success || parsed.data.name === null) return undefined
  const { name, brewery, style, abv, ibu, estimated, rating, confidence, count, price, size, section } = parsed.data
  // A beer called only 'Beer' is known by its brewery.
  const ownName = isOnlyBeer(name) ? toName(`${brewery ?? ''} ${name}`, NAME_MAX) : name
  if (ownName === undefined || isOnlyBeer(ownName)) return undefined
  const guesses: ReadonlySet<string> = new Set(estimated ?? NUMBERS)
  const as = <T>(field: (typeof ESTIMABLE)[number], fieldValue: T | null): StructuredField<T> | null =>
    fieldValue === null ? null : { value: fieldValue, basis: guesses.has(field) ? 'estimated' : 'printed' }
  const isGuess = guesses.has('name') || (ownName !== name && guesses.has('brewery'))
  return {
    name: { value: ownName, basis: isGuess ? 'estimated' : 'printed' },
    brewery: as('brewery', brewery),
    style: as('style', style),
    abv: as('abv', abv),
    ibu: as('ibu', ibu),
    price,
    size,
    section,
    position: null,
    confidence: Math.min(
      CONFIDENCE_MAX,
      confidence === null ? DEFAULT_CONFIDENCE : confidence > 1 ? confidence / 100 : confidence,
    ),
    rating,
    count: Math.round(count ?? 1),
    ...(task === 'single' && labelLines.length > 0 && { labelLines }),
  }
}

/** Servers without schema support omit fields. */
function withAllFields(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...value }
}
