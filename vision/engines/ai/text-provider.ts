/** The same providers asked in words, for whoever looks something up: a question in, a typed answer out. */
import { parsePartialJson } from 'ai'
import type { z } from 'zod'
import type { Call } from '../../engine.ts'
import type { Spent } from '../../reading.ts'
import { askModel } from './ask-model.ts'
import { failure } from './failure.ts'
import { openModel } from './model.ts'
import { type ProviderName, readSettings } from './settings.ts'
import { formInWords } from './tasks.ts'

export interface TextQuestion<T> {
  /** What to do with the question, in our words. */
  instructions: string
  /** What a user typed: sent as data, never as part of the instructions. At most a few hundred characters. */
  question: string
  /** Nullable fields, not optional ones; bounds are the caller's own to check. */
  form: z.ZodType<T>
}

export interface TextProvider {
  readonly name: string
  /** @throws EngineFailure when it has no answer of this form, or the signal's reason when the caller aborts */
  answer<T>(question: TextQuestion<T>, call: Call): Promise<{ value: T; spent: Spent }>
}

/** @throws Error when a setting is missing */
export async function openAiText(
  provider: ProviderName,
  given: Readonly<Record<string, unknown>>,
): Promise<TextProvider> {
  const settings = readSettings(provider, given)
  const model = await openModel(settings)
  return {
    name: provider,
    async answer({ instructions, question, form }, call) {
      call.signal.throwIfAborted()
      const spent = { calls: 0, inputTokens: 0, outputTokens: 0 }
      const inWords = settings.answers === 'json'
      let text = ''
      const asked = {
        instructions: inWords ? `${instructions}\n\n${formInWords({ form })}` : instructions,
        form: inWords ? undefined : form,
        messages: [{ role: 'user' as const, content: JSON.stringify({ query: question }) }],
      }
      for await (const told of askModel(model, asked, call, spent)) text = told.text
      const { value, state } = await parsePartialJson(
        text.slice(Math.max(0, text.indexOf('{'))).replace(/\s*```\s*$/, ''),
      )
      const parsed = state === 'successful-parse' ? form.safeParse(value) : undefined
      if (!parsed?.success) throw failure('unusable_answer')
      return { value: parsed.data, spent }
    },
  }
}
