/** Questions in words to an AI provider, without a photo: a question in, a typed answer out. */
import type { z } from 'zod'
import type { Call } from '../../engine.ts'
import { streamAnswer } from './ask-model.ts'
import { failure } from './failure.ts'
import { jsonAnswerIn } from './json-answer.ts'
import { openModel } from './model.ts'
import { type ProviderName, readSettings } from './settings.ts'
import { schemaAsText } from './tasks.ts'

export interface TextQuestion<T> {
  /** The prompt: what to do with the question. */
  instructions: string
  /** User input: sent as data, never as part of the instructions. At most a few hundred characters. */
  question: string
  /** Fields must be nullable rather than optional; the caller checks their bounds. */
  schema: z.ZodType<T>
}

export interface TextProvider {
  readonly name: string
  /** @throws EngineFailure when there is no answer that matches the schema, or the signal's reason on abort */
  answer<T>(question: TextQuestion<T>, call: Call): Promise<T>
}

/** @throws Error when a setting is missing or invalid */
export async function openAiText(
  provider: ProviderName,
  input: Readonly<Record<string, unknown>>,
): Promise<TextProvider> {
  const settings = readSettings(provider, input)
  const model = await openModel(settings)
  return {
    name: provider,
    async answer({ instructions, question, schema }, call) {
      call.signal.throwIfAborted()
      const inPrompt = settings.answers === 'json'
      const request = {
        instructions: inPrompt ? `${instructions}\n\n${schemaAsText({ schema })}` : instructions,
        schema: inPrompt ? undefined : schema,
        messages: [{ role: 'user' as const, content: JSON.stringify({ query: question }) }],
      }
      let text = ''
      for await (const partial of streamAnswer(model, request, call)) text = partial.text
      const found = await jsonAnswerIn(text, (value) => schema.safeParse(value).data)
      if (!found.isComplete) throw failure('unusable_answer')
      return found.answer
    },
  }
}
