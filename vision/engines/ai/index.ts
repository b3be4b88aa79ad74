/**
 * Models that others run (OpenAI and compatible servers, Anthropic, Google) as an engine: the photo is sent, made smaller, in
 * one call; beers come back, are held to their bounds and stated as printed or estimated. It gives no places and reads no
 * lines. The only entry of this folder.
 */
import { createHash } from 'node:crypto'
import { type LanguageModel, type ModelMessage, parsePartialJson } from 'ai'
import sharp from 'sharp'
import type { Ask, Call, EngineSetup, EngineStep, Photo, VisionEngine } from '../../engine.ts'
import { EMPTY_READING, type Reading, type Spent, type StatedBeer } from '../../reading.ts'
import { UnreadablePicture } from '../../unreadable-picture.ts'
import { ROWS_MAX, readAnswer, readScene } from './answer.ts'
import { askModel, type Question, type Told } from './ask-model.ts'
import { failure } from './failure.ts'
import { openModel } from './model.ts'
import { type ProviderName, type ProviderSettings, readSettings } from './settings.ts'
import { formInWords, GO_ON, QUESTION, type TaskName, taskOf, WORDING } from './tasks.ts'

const JPEG_QUALITY = 85
/** A list that is cut off is asked for on, so often at most. */
const PAGES_MAX = 8
/** The answer so far is looked at this often. */
const LOOK_EVERY_MS = 150

/** @throws Error when a setting is missing */
export async function openAi(provider: ProviderName, setup: EngineSetup): Promise<VisionEngine> {
  const settings = readSettings(provider, setup.settings)
  const model = await openModel(settings)
  const ask = (photo: Uint8Array, task: TaskName, before: ModelMessage[] = []) =>
    questionOf(settings, photo, task, before)

  return {
    name: provider,
    version: versionOf(settings),
    can: { scene: false, places: false, closerLook: false, states: true },

    async scene(frame, call) {
      call.signal.throwIfAborted()
      const question = ask(await shrunk(frame, taskOf('scene').maxSide), 'scene')
      let text = ''
      for await (const told of askModel(model, question, call, nothingSpent())) text = told.text
      const scene = readScene(await jsonIn(text).whole())
      if (!scene) throw failure('unusable_answer')
      return scene
    },

    async *read(photo, { context }, call): AsyncIterable<EngineStep> {
      call.signal.throwIfAborted()
      const picture = await shrunk(photo, taskOf(context).maxSide)
      call.signal.throwIfAborted()
      if (Date.now() >= call.deadline) return yield { kind: 'reading', reading: { ...EMPTY_READING, complete: false } }
      yield { kind: 'progress', done: 0, total: 1 }
      const reading = yield* pages(model, context, (before) => ask(picture, context, before), call)
      call.signal.throwIfAborted()
      const total = reading.beers.length + 1
      yield { kind: 'progress', done: total, total }
      yield { kind: 'reading', reading }
    },

    async close() {},
  }
}

/** Asks until nothing is cut off any more, and hands over beers as they come. */
async function* pages(
  model: LanguageModel,
  context: Ask['context'],
  ask: (before: ModelMessage[]) => Question,
  call: Call,
): AsyncGenerator<EngineStep, Reading> {
  const spent = nothingSpent()
  const beers: StatedBeer[] = []
  let first: Page | undefined
  let complete = false
  for (let page = 0; page < PAGES_MAX && !complete; page++) {
    const known = beers.length
    let now: Page | undefined
    try {
      for await (const seen of seenSoFar(askModel(model, ask(goingOn(beers)), call, spent), context)) {
        now = seen
        first ??= seen
        const rows = withoutSeam(beers.slice(0, known), seen.beers)
        const more = rows.slice(beers.length - known)
        beers.push(...more)
        if (more.length > 0) yield { kind: 'progress', done: beers.length, total: beers.length + 1, beers: more }
      }
    } catch (error) {
      call.signal.throwIfAborted()
      // What has come is kept; that more was there is said.
      if (beers.length === 0) throw error
      break
    }
    if (!now) throw failure('unusable_answer')
    complete = now.isWhole
    if (page === 0) first = now
    if (!now.goesOn || beers.length === known || beers.length >= ROWS_MAX[context]) break
  }
  return {
    lines: [],
    beers,
    complete,
    ...(first?.shows && { shows: first.shows }),
    title: first?.title ?? null,
    spent,
  }
}

/** One answer as far as it has come. */
interface Page extends Pick<Reading, 'shows' | 'title' | 'beers'> {
  isWhole: boolean
  /** It was cut off for its length. */
  goesOn: boolean
}

/** Looks at a growing answer now and then, and when it breaks off; its last row counts once it is whole. */
async function* seenSoFar(answer: AsyncIterable<Told>, context: Ask['context']): AsyncGenerator<Page> {
  let lookedAt = 0
  let known = ''
  try {
    for await (const { text, end } of answer) {
      known = text
      if (end === undefined && Date.now() - lookedAt < LOOK_EVERY_MS) continue
      lookedAt = Date.now()
      const { read, isWhole } = await rowsIn(text, context)
      if (end === undefined) {
        if (read) yield { ...read, isWhole: false, goesOn: true }
        continue
      }
      if (!read || (!isWhole && read.beers.length === 0)) throw failure('unusable_answer')
      yield { ...read, isWhole: isWhole && end === 'whole', goesOn: end === 'cut' }
    }
  } catch (error) {
    const { read } = await rowsIn(known, context)
    if (read) yield { ...read, isWhole: false, goesOn: false }
    throw error
  }
}

async function rowsIn(text: string, context: Ask['context']) {
  const { value, isWhole } = await jsonIn(text).soFar()
  return { read: readAnswer(isWhole ? value : withoutLastRow(value), context), isWhole }
}

function jsonIn(text: string) {
  const start = text.indexOf('{')
  const json = start < 0 ? '' : text.slice(start).replace(/\s*```\s*$/, '')
  return {
    async soFar(): Promise<{ value: unknown; isWhole: boolean }> {
      const { value, state } = await parsePartialJson(json)
      return { value, isWhole: state === 'successful-parse' }
    },
    async whole(): Promise<unknown> {
      const { value, isWhole } = await this.soFar()
      return isWhole ? value : undefined
    },
  }
}

function withoutLastRow(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('beers' in value) || !Array.isArray(value.beers)) return value
  return { ...value, beers: value.beers.slice(0, -1) }
}

/** The rows of a further page without those it repeats, as a model may begin a little before the cut or all over again. */
function withoutSeam(before: readonly StatedBeer[], rows: readonly StatedBeer[]): readonly StatedBeer[] {
  const known = before.map(keyOf)
  const keys = rows.map(keyOf)
  const start = known.lastIndexOf(keys[0] ?? '')
  if (start < 0) return rows
  const fresh = keys.findIndex((key, index) => key !== known[start + index])
  return fresh < 0 ? [] : rows.slice(fresh)
}

const keyOf = ({ name, brewery, price, size }: StatedBeer) =>
  JSON.stringify([name.value, brewery?.value, price, size]).toLowerCase()

/** What the model said before, in its own role and as it was let through: text of the photo never gives it orders. */
function goingOn(beers: readonly StatedBeer[]): ModelMessage[] {
  if (beers.length === 0) return []
  const said = { beers: beers.map(({ name, section, price }) => ({ name: name.value, section, price })) }
  return [
    { role: 'assistant', content: JSON.stringify(said) },
    { role: 'user', content: GO_ON },
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
    instructions: answers === 'schema' ? task.instructions : `${task.instructions}\n\n${formInWords(task)}`,
    form: answers === 'schema' ? task.form : undefined,
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

/** No larger than the task needs: pixels are what a provider charges for. */
async function shrunk({ bytes }: Photo, maxSide: number): Promise<Uint8Array> {
  try {
    return await sharp(bytes, { failOn: 'error' })
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer()
  } catch (cause) {
    throw new UnreadablePicture('The picture is damaged or cannot be read', 'unreadable_image', { cause })
  }
}

function nothingSpent(): Spent {
  return { calls: 0, inputTokens: 0, outputTokens: 0 }
}

function versionOf({ provider, model, baseUrl, answers }: ProviderSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([provider, model, baseUrl, answers, WORDING]))
    .digest('hex')
    .slice(0, 12)
}
