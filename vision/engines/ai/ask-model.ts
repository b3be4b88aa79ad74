/**
 * Asks a model one question and streams its answer, within the caller's deadline and with one retry after a transient error.
 * An abort or the deadline closes the connection.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type LanguageModel, type ModelMessage, Output, streamText } from 'ai'
import type { z } from 'zod'
import type { Call, ProviderUsage } from '../../engine.ts'
import { failure, retryDelayMs, toFailure } from './failure.ts'

// Otherwise the SDK logs warnings to the console, including what was sent.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** About 1,000 rows; a longer answer is a model stuck in a loop. */
const ANSWER_MAX_CHARS = 250_000
/** With less time left after the wait there is no retry. */
const RETRY_TIME_MIN_MS = 5_000
/** A provider that asks for a longer wait is not asked again: the fallback has read the photo by then. */
const RETRY_DELAY_MAX_MS = 5_000

export interface Question {
  instructions: string
  /** Undefined where the instructions describe it. */
  schema: z.ZodType | undefined
  messages: ModelMessage[]
}

export interface PartialAnswer {
  /** The whole text so far. */
  text: string
  /** Set on the last one: `complete`, or `truncated` at the output limit. */
  end?: 'complete' | 'truncated'
}

/**
 * Yields the growing answer; the last one has `end`.
 * @throws EngineFailure, or the signal's reason when the caller aborts
 */
export async function* streamAnswer(
  model: LanguageModel,
  question: Question,
  call: Call,
): AsyncGenerator<PartialAnswer> {
  for (let mayRetry = true; ; mayRetry = false) {
    let text = ''
    try {
      for await (const partial of attempt(model, question, call)) {
        text = partial.text
        yield partial
      }
      return
    } catch (error) {
      call.signal.throwIfAborted()
      const delay = text.length === 0 && mayRetry ? retryDelayMs(error) : undefined
      const isWorthIt = delay !== undefined && delay <= RETRY_DELAY_MAX_MS
      if (!isWorthIt || call.deadline - Date.now() - delay < RETRY_TIME_MIN_MS) throw toFailure(error)
      await sleep(delay, undefined, { signal: call.signal })
    }
  }
}

async function* attempt(
  model: LanguageModel,
  { instructions, schema, messages }: Question,
  { signal, deadline, onUsage }: Call,
): AsyncGenerator<PartialAnswer> {
  const finished = new AbortController()
  const abortSignal = AbortSignal.any([signal, finished.signal])
  const timer = setTimeout(() => finished.abort(failure('timed_out')), Math.max(0, deadline - Date.now()))
  let text = ''
  let usage: ProviderUsage | undefined
  try {
    const { fullStream } = streamText({
      model,
      system: instructions,
      messages,
      maxRetries: 0,
      // Otherwise OpenAI stores question, photo and answer for weeks.
      providerOptions: { openai: { store: false } },
      abortSignal,
      output: unparsed(schema ? Output.object({ schema }) : Output.json()),
      // Errors arrive as parts of the stream; the default handler prints them.
      onError: () => {},
    })
    const parts = fullStream[Symbol.asyncIterator]()
    for (;;) {
      const { done, value: part } = await orAborted(parts.next(), abortSignal)
      if (done) throw failure('unusable_answer')
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta') {
        usage ??= { calls: 1, inputTokens: 0, outputTokens: 0 }
        text += part.text
        if (text.length > ANSWER_MAX_CHARS) return yield { text, end: 'truncated' }
        yield { text }
      } else if (part.type === 'finish') {
        const { inputTokens = 0, outputTokens = 0 } = part.totalUsage
        usage = { calls: 1, inputTokens, outputTokens }
        if (part.finishReason === 'content-filter') throw failure('refused')
        return yield { text, end: part.finishReason === 'length' ? 'truncated' : 'complete' }
      }
    }
  } finally {
    clearTimeout(timer)
    // Closes the connection when the caller stops iterating.
    finished.abort(failure('unusable_answer'))
    if (usage) onUsage?.(usage)
  }
}

/**
 * Sends the schema but leaves parsing to us: the SDK would parse the whole text again with every delta. It emits a delta only
 * when the parsed value changes, which the length always does.
 */
function unparsed<T extends { parsePartialOutput: unknown }>(output: T) {
  return { ...output, parsePartialOutput: async ({ text }: { text: string }) => ({ partial: text.length }) }
}

/** Rejects on abort at once, even when the SDK is slow to notice. */
function orAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
