/**
 * AI providers (OpenAI and compatible servers, Anthropic, Google) as a structured engine: the photo is scaled down and sent in
 * one call; the beers that come back are validated, each field marked as printed or estimated. It returns no lines and no
 * positions. The entry of this folder for photos.
 */
import { createHash } from 'node:crypto'
import type { LanguageModel, ModelMessage } from 'ai'
import sharp from 'sharp'
import {
  type Ask,
  type Call,
  type EngineSetup,
  type EngineStep,
  isPastDeadline,
  type Photo,
  type VisionEngine,
} from '../../engine.ts'
import { EMPTY_READING, type Reading, type StructuredBeer } from '../../reading.ts'
import { damagedPicture } from '../../unreadable-picture.ts'
import { parseAnswer, ROWS_MAX } from './answer.ts'
import { type PartialAnswer, type Question, streamAnswer } from './ask-model.ts'
import { failure } from './failure.ts'
import { jsonAnswerIn } from './json-answer.ts'
import { openModel } from './model.ts'
import { type ProviderName, type ProviderSettings, readSettings } from './settings.ts'
import { CONTINUE, PROMPTS, QUESTION, schemaAsText, type TaskName, taskOf } from './tasks.ts'

declare const EMBEDDED_ENGINE_VERSION: string | undefined

/**
 * The build sets this to a hash of the sources of all engines, which also decide how an answer is read. Without a build it
 * differs at each start, because the sources may have changed.
 */
const SOURCES = typeof EMBEDDED_ENGINE_VERSION === 'string' ? EMBEDDED_ENGINE_VERSION : `unbuilt-${Date.now()}`
const JPEG_QUALITY = 85
/** Calls for one list at most: each continues an answer that hit the output limit. */
const PAGES_MAX = 8
/** How often the growing answer is parsed. */
const PARSE_INTERVAL_MS = 150

/** @throws Error when a setting is missing or invalid */
export async function openAi(provider: ProviderName, setup: EngineSetup): Promise<VisionEngine> {
  const settings = readSettings(provider, setup.settings)
  const model = await openModel(settings)
  const ask = (photo: Uint8Array, task: TaskName, before: ModelMessage[] = []) =>
    questionOf(settings, photo, task, before)

  return {
    name: provider,
    version: versionOf(settings),
    can: { scene: false, regions: false, structured: true },

    scene: () => Promise.reject(new Error('An AI provider classifies no camera frames')),

    async *read(photo, { context }, call): AsyncIterable<EngineStep> {
      call.signal.throwIfAborted()
      const picture = await shrink(photo, taskOf(context).maxSide)
      call.signal.throwIfAborted()
      if (isPastDeadline(call)) return yield { kind: 'reading', reading: { ...EMPTY_READING, complete: false } }
      yield { kind: 'progress', done: 0, total: 1 }
      const reading = yield* askForPages(model, context, (before) => ask(picture, context, before), call)
      call.signal.throwIfAborted()
      const total = reading.beers.length + 1
      yield { kind: 'progress', done: total, total }
      yield { kind: 'reading', reading }
    },

    async close() {},
  }
}

type AskPage = (before: ModelMessage[]) => Question

/** Asks until an answer is not truncated or adds nothing, and reports beers as they arrive. @throws EngineFailure */
async function* askForPages(
  model: LanguageModel,
  context: Ask['context'],
  ask: AskPage,
  call: Call,
): AsyncGenerator<EngineStep, Reading> {
  const beers: StructuredBeer[] = []
  let first: Page | undefined
  let complete = false
  for (let page = 0; page < PAGES_MAX && !complete; page++) {
    const known = beers.length
    let current: Page | undefined
    try {
      for await (const parsed of parseGrowing(streamAnswer(model, ask(continuation(beers)), call), context)) {
        current = parsed
        first ??= parsed
        const rows = withoutRepetitions(
          beers.slice(0, known),
          context === 'menu' ? distinct(parsed.beers) : parsed.beers,
        )
        const added = rows.slice(beers.length - known)
        beers.push(...added)
        if (added.length > 0) yield { kind: 'progress', done: beers.length, total: beers.length + 1, beers: added }
      }
    } catch (error) {
      call.signal.throwIfAborted()
      // The rows that arrived are returned, as an incomplete reading.
      if (beers.length === 0) throw error
      break
    }
    if (!current) throw failure('unusable_answer')
    complete = current.isComplete
    if (page === 0) first = current
    if (!current.isTruncated || beers.length === known || beers.length >= ROWS_MAX[context]) break
  }
  return {
    lines: [],
    beers,
    complete,
    ...(first?.shows && { shows: first.shows }),
    title: first?.title ?? null,
  }
}

/** One answer as far as it has arrived. */
interface Page extends Pick<Reading, 'shows' | 'title' | 'beers'> {
  isComplete: boolean
  /** It hit the output limit. */
  isTruncated: boolean
}

/** Parses a growing answer at intervals and at its end. The last row is dropped until the answer is complete. */
async function* parseGrowing(answer: AsyncIterable<PartialAnswer>, context: Ask['context']): AsyncGenerator<Page> {
  let parsedAt = 0
  let latest = ''
  try {
    for await (const { text, end } of answer) {
      latest = text
      if (end === undefined && Date.now() - parsedAt < PARSE_INTERVAL_MS) continue
      parsedAt = Date.now()
      const { page, isComplete } = await parsePage(text, context)
      if (end === undefined) {
        if (page) yield { ...page, isComplete: false, isTruncated: true }
        continue
      }
      if (!page || (!isComplete && page.beers.length === 0)) throw failure('unusable_answer')
      yield { ...page, isComplete: isComplete && end === 'complete', isTruncated: end === 'truncated' }
    }
  } catch (error) {
    const { page } = await parsePage(latest, context)
    if (page) yield { ...page, isComplete: false, isTruncated: false }
    throw error
  }
}

async function parsePage(text: string, context: Ask['context']) {
  const parse = (value: unknown) => parseAnswer(value, context)
  const found = await jsonAnswerIn(text, parse)
  return found.isComplete
    ? { page: found.answer, isComplete: true }
    : { page: parse(withoutLastRow(found.partial)), isComplete: false }
}

function withoutLastRow(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('beers' in value) || !Array.isArray(value.beers)) return value
  return { ...value, beers: value.beers.slice(0, -1) }
}

/**
 * The new rows of a further page: a model may repeat some before the cut, or start over. One beer in two sections is two rows. In
 * front of the new rows a section may be missing; behind them such a row may well be new.
 */
function withoutRepetitions(
  before: readonly StructuredBeer[],
  rows: readonly StructuredBeer[],
): readonly StructuredBeer[] {
  const known = new Set(before.map(rowKeyOf))
  const inAnySection = new Set(before.map(keyOf))
  const isKnown = (row: StructuredBeer) => known.has(rowKeyOf(row))
  const first = rows.findIndex((row) => !isKnown(row) && !(row.section === null && inAnySection.has(keyOf(row))))
  return first < 0 ? [] : rows.slice(first).filter((row) => !isKnown(row))
}

/** Without the rows that say the same as an earlier one: a menu prints none twice, but a model gets stuck in a loop. */
function distinct(rows: readonly StructuredBeer[]): StructuredBeer[] {
  const first = new Map<string, StructuredBeer>()
  for (const row of rows) {
    const key = rowKeyOf(row)
    if (!first.has(key)) first.set(key, row)
  }
  return [...first.values()]
}

const rowKeyOf = (row: StructuredBeer) => JSON.stringify([keyOf(row), sectionOf(row)])
const keyOf = ({ name, brewery, price, size }: StructuredBeer) =>
  JSON.stringify([name.value, brewery?.value, price, size]).toLowerCase()
const sectionOf = ({ section }: StructuredBeer) => section?.toLowerCase() ?? null

/** The rows so far as the assistant's own turn, in their validated form, so that text on the photo cannot inject instructions. */
function continuation(beers: readonly StructuredBeer[]): ModelMessage[] {
  if (beers.length === 0) return []
  const answered = { beers: beers.map(({ name, section, price }) => ({ name: name.value, section, price })) }
  return [
    { role: 'assistant', content: JSON.stringify(answered) },
    { role: 'user', content: CONTINUE },
  ]
}

function questionOf(
  { answers }: ProviderSettings,
  photo: Uint8Array,
  name: TaskName,
  before: ModelMessage[],
): Question {
  const task = taskOf(name)
  return {
    instructions: answers === 'schema' ? task.instructions : `${task.instructions}\n\n${schemaAsText(task)}`,
    schema: answers === 'schema' ? task.schema : undefined,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: QUESTION },
          { type: 'image', image: photo, mediaType: 'image/jpeg' },
        ],
      },
      ...before,
    ],
  }
}

/** Scales the photo down to what the task needs: providers charge by pixels. */
async function shrink({ bytes }: Photo, maxSide: number): Promise<Uint8Array> {
  try {
    return await sharp(bytes, { failOn: 'error' })
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer()
  } catch (cause) {
    throw damagedPicture(cause)
  }
}

function versionOf({ provider, model, baseUrl, answers }: ProviderSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([provider, model, baseUrl, answers, PROMPTS, SOURCES]))
    .digest('hex')
    .slice(0, 12)
}
