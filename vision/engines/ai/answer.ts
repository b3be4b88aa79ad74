/**
 * A model's answer -> beers as they are stated, within bounds. The answer is foreign: it may be cut off, of another form, or
 * written by whoever wrote on the photo. Each row is judged by itself; what is no beer's name is no row, what is out of range
 * is unknown.
 */
import { z } from 'zod'
import type { Scene } from '#contracts'
import type { Reading, Stated, StatedBeer } from '../../reading.ts'
import { GUESSABLE, type TaskName } from './tasks.ts'

const NAME_MAX = 100
const STYLE_MAX = 60
const NOTE_MAX = 40
const TITLE_MAX = 120
const WORDS_MAX = 14
const LINES_MAX = 12
const COUNT_MAX = 500
const ABV_MAX = 70
const IBU_MAX = 300
/** A photo holds no more; an answer that goes on has lost its way. */
export const ROWS_MAX: Record<Exclude<TaskName, 'scene'>, number> = { single: 100, group: 150, menu: 400 }

/** No model is surer than this of what it sees. */
const SURE_MAX = 0.97
const UNSAID_CONFIDENCE = 0.6

/** Control characters, and those that hide or turn the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu
/** Addresses, markup and code are on no label as the name of a beer. */
const NO_NAME = /https?:|www\.|<\/?[a-z!]|[{}`\\|]|\]\(|\b[\w.-]+@[\w-]+\./i
const NO_PRICE = /https?:|www\.|[<>{}`\\@]/i
/** Somebody talks to the model. */
const SPEECH =
  /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instruction|prompt|previous|above|rule|system|everything|all)|\b(system|developer) (prompt|message)|\b(you|assistant) (are|must|should|will) (now|not|answer|reply|say|respond)|\bas an ai\b/i

const printable = (value: string) => value.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** Undefined for what no printed label or list calls a beer, a brewery or a style. */
function nameIn(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string' || value.length > max * 4) return undefined
  const name = printable(value)
  if (name.length === 0 || name.length > max || name.split(' ').length > WORDS_MAX) return undefined
  if (!/\p{L}|\p{N}/u.test(name) || NO_NAME.test(name) || SPEECH.test(name)) return undefined
  return name
}

const named = (max: number) => z.unknown().transform((value) => nameIn(value, max) ?? null)
/** A price, or several of them: '4.50 | 6.00'. */
const priced = z.unknown().transform((value) => {
  const price = typeof value === 'number' ? String(value) : typeof value === 'string' ? printable(value) : ''
  return /\p{N}/u.test(price) && price.length <= NOTE_MAX && !NO_PRICE.test(price) ? price : null
})

/** '8,5 %' and '8.5' are numbers too; what is out of range was misread. */
const within = (min: number, max: number) =>
  z.unknown().transform((value) => {
    const text =
      typeof value === 'string' ? /^\D{0,3}(\d{1,4}(?:[.,]\d{1,2})?)\s*(%|ibu)?\D{0,8}$/i.exec(value.trim()) : null
    const number = text ? Number(text[1]?.replace(',', '.')) : value
    return typeof number === 'number' && number >= min && number <= max ? number : null
  })

const Row = z.object({
  name: named(NAME_MAX),
  brewery: named(NAME_MAX),
  style: named(STYLE_MAX),
  abv: within(0, ABV_MAX),
  ibu: within(1, IBU_MAX),
  estimated: z.array(z.unknown()).catch([]),
  rating: within(1, 100),
  confidence: within(0, 100),
  count: within(1, COUNT_MAX),
  price: priced,
  size: named(NOTE_MAX),
  section: named(NAME_MAX),
})

const Answer = z.object({
  shows: z.enum(['single', 'group', 'menu', 'nothing']).optional().catch(undefined),
  title: named(TITLE_MAX),
  text: z.array(z.unknown()).catch([]),
  beers: z.array(z.unknown()),
})

/** What an answer says, or undefined when it is no answer to the question. Fields that are missing count as unknown. */
export function readAnswer(
  value: unknown,
  task: Exclude<TaskName, 'scene'>,
): Pick<Reading, 'shows' | 'title' | 'beers'> | undefined {
  const parsed = Answer.safeParse(withAllFields(value, ['title', 'text']))
  if (!parsed.success) return undefined
  const { shows, title, text, beers } = parsed.data
  const read = text.slice(0, LINES_MAX).flatMap((line) => nameIn(line, NAME_MAX) ?? [])
  const stated = beers.slice(0, ROWS_MAX[task]).flatMap((row) => statedBeer(row, read, task) ?? [])
  return {
    ...(shows && { shows }),
    title,
    // What shows nothing holds no beer, whatever follows.
    beers: shows === 'nothing' ? [] : stated,
  }
}

/** A row as a beer, or undefined when it does not name one. */
function statedBeer(value: unknown, read: readonly string[], task: TaskName): StatedBeer | undefined {
  const parsed = Row.safeParse(withAllFields(value, Object.keys(Row.shape)))
  if (!parsed.success || parsed.data.name === null) return undefined
  const { name, brewery, style, abv, ibu, estimated, rating, confidence, count, price, size, section } = parsed.data
  const guessed = new Set(GUESSABLE.filter((field) => estimated.includes(field)))
  const as = <T>(field: (typeof GUESSABLE)[number], said: T | null): Stated<T> | null =>
    said === null ? null : { value: said, basis: guessed.has(field) ? 'estimated' : 'printed' }
  return {
    name: { value: name, basis: guessed.has('name') ? 'estimated' : 'printed' },
    brewery: as('brewery', brewery),
    style: as('style', style),
    abv: as('abv', abv),
    ibu: as('ibu', ibu),
    price,
    size,
    section,
    where: null,
    confidence: Math.min(
      SURE_MAX,
      confidence === null ? UNSAID_CONFIDENCE : confidence > 1 ? confidence / 100 : confidence,
    ),
    rating,
    count: Math.round(count ?? 1),
    ...(task === 'single' && read.length > 0 && { read }),
  }
}

const SceneSaid = z.object({
  context: z.enum(['single_beer', 'multiple_beers', 'fridge', 'menu', 'none']),
  confidence: within(0, 1),
  beerCount: within(0, COUNT_MAX),
  textContent: z.boolean().catch(false),
})

/** How sure of a picture without beer a scene may say it is. */
const NO_BEER_CONFIDENCE = 0.2

export function readScene(value: unknown): Scene | undefined {
  const parsed = SceneSaid.safeParse(withAllFields(value, ['confidence', 'beerCount', 'textContent']))
  if (!parsed.success) return undefined
  const { context, confidence, textContent } = parsed.data
  const beerCount = Math.round(parsed.data.beerCount ?? 0)
  if (context === 'none' || beerCount === 0) {
    return { context: 'single_beer', confidence: NO_BEER_CONFIDENCE, beerCount: 0, textContent }
  }
  return { context, confidence: Math.min(SURE_MAX, confidence ?? UNSAID_CONFIDENCE), beerCount, textContent }
}

/** Servers that know no schema leave fields out. */
function withAllFields(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...value }
}
