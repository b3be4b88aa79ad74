/** Which provider is asked, with which model and key: read from what the operator configured, and from nowhere else. */
import { z } from 'zod'

export type ProviderName = 'openai' | 'openai-compatible' | 'anthropic' | 'google'

/** Where each provider answers when no other address is set; a compatible server has none of its own. */
const BASE_URL: Record<Exclude<ProviderName, 'openai-compatible'>, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/** Where photos and questions are sent; undefined when that has to be set and is not. */
export function providerAddress(provider: ProviderName, baseUrl?: string): string | undefined {
  return baseUrl ?? (provider === 'openai-compatible' ? undefined : BASE_URL[provider])
}

const Given = z.object({
  model: z.string().min(1),
  apiKey: z.string().min(1).optional(),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** `json`: for servers that cannot hold an answer to a schema; the form is described in words instead. */
  answers: z.enum(['schema', 'json']).default('schema'),
})

export interface ProviderSettings {
  provider: ProviderName
  model: string
  /** Undefined for a server that asks for none. */
  apiKey: string | undefined
  baseUrl: string
  answers: 'schema' | 'json'
}

/** @throws Error that names what is missing, and never a value. */
export function readSettings(provider: ProviderName, settings: Readonly<Record<string, unknown>>): ProviderSettings {
  const parsed = Given.safeParse(settings)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path }) => path.join('.'))
    throw new Error(`The engine ${provider} needs other settings: ${wrong.join(', ')}`)
  }
  const { model, apiKey, answers } = parsed.data
  const baseUrl = providerAddress(provider, parsed.data.baseUrl)
  if (baseUrl === undefined) throw new Error(`The engine ${provider} needs other settings: baseUrl`)
  if (apiKey === undefined && provider !== 'openai-compatible') {
    throw new Error(`The engine ${provider} needs other settings: apiKey`)
  }
  return { provider, model, apiKey, baseUrl: baseUrl.replace(/\/+$/, ''), answers }
}
