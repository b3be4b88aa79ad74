/**
 * One question to a model: the answer as it streams in, within the caller's time, with one more try when the provider only
 * stumbled. An abort or the end of the time really ends the call: the connection is closed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type LanguageModel, type ModelMessage, Output, streamText } from 'ai'
import type { z } from 'zod'
import type { Call } from '../../engine.ts'
import type { Spent } from '../../reading.ts'
import { failure, isPassing, toFailure } from './failure.ts'

// The library would print its own remarks, with what was sent, to the console.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** An answer that is longer has lost its way: about 1,000 rows. */
const ANSWER_MAX_CHARS = 250_000
const AGAIN_AFTER_MS = 400
/** Less time than this is not worth a second try. */
const AGAIN_MIN_MS = 5_000

export interface Question {
  instructions: string
  /** Undefined where the form is described in the instructions. */
  form: z.ZodType | undefined
  messages: ModelMessage[]
}

export interface Told {
  /** All of the answer so far. */
  text: string
  /** Set at the end: `whole`, or `cut` when more would have followed. */
  end?: 'whole' | 'cut'
}

/**
 * Yields the answer as it grows, at the end with `end`. What it takes is added to `spent`.
 * @throws EngineFailure, or the signal's reason when the caller aborts
 */
export async function* askModel(
  model: LanguageModel,
  question: Question,
  call: Call,
  spent: Spent,
): AsyncGenerator<Told> {
  for (let again = true; ; again = false) {
    let text = ''
    try {
      for await (const told of answerOf(model, question, call, spent)) {
        text = told.text
        yield told
      }
      return
    } catch (error) {
      call.signal.throwIfAborted()
      if (text.length > 0 || !again || !isPassing(error) || call.deadline - Date.now() < AGAIN_MIN_MS) {
        throw toFailure(error)
      }
      await sleep(AGAIN_AFTER_MS, undefined, { signal: call.signal })
    }
  }
}

async function* answerOf(
  model: LanguageModel,
  { instructions, form, messages }: Question,
  { signal, deadline }: Call,
  spent: Spent,
): AsyncGenerator<Told> {
  const ended = new AbortController()
  const abortSignal = AbortSignal.any([signal, ended.signal])
  const timer = setTimeout(() => ended.abort(failure('timed_out')), Math.max(0, deadline - Date.now()))
  spent.calls += 1
  let text = ''
  try {
    const { fullStream } = streamText({
      model,
      system: instructions,
      messages,
      maxRetries: 0,
      // Otherwise OpenAI keeps question, photo and answer for weeks.
      providerOptions: { openai: { store: false } },
      abortSignal,
      output: unread(form ? Output.object({ schema: form }) : Output.json()),
      // Errors come as parts of the stream; the default prints them.
      onError: () => {},
    })
    const parts = fullStream[Symbol.asyncIterator]()
    for (;;) {
      const { done, value: part } = await orAborted(parts.next(), abortSignal)
      if (done) throw failure('unusable_answer')
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta') {
        text += part.text
        if (text.length > ANSWER_MAX_CHARS) return yield { text, end: 'cut' }
        yield { text }
      } else if (part.type === 'finish') {
        spent.inputTokens += part.totalUsage.inputTokens ?? 0
        spent.outputTokens += part.totalUsage.outputTokens ?? 0
        if (part.finishReason === 'content-filter') throw failure('refused')
        return yield { text, end: part.finishReason === 'length' ? 'cut' : 'whole' }
      }
    }
  } finally {
    clearTimeout(timer)
    // Whoever stops listening closes the connection with it.
    ended.abort(failure('unusable_answer'))
  }
}

/**
 * The form is sent, but the answer is left to us: the library would parse all of it again with every piece that comes. It
 * holds pieces back until what it made of them changes, which a length always does.
 */
function unread<T extends { parsePartialOutput: unknown }>(output: T) {
  return { ...output, parsePartialOutput: async ({ text }: { text: string }) => ({ partial: text.length }) }
}

/** A library that is slow to notice an abort does not keep the caller waiting. */
function orAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
