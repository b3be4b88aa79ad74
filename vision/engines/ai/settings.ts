/** Settings of an AI provider: model, key and address, as the operator configured them. */
import { z } from 'zod'

export type ProviderName = 'openai' | 'openai-compatible' | 'anthropic' | 'google'

/** Default address of each provider; a compatible server has none. */
const DEFAULT_BASE_URL: Record<Exclude<ProviderName, 'openai-compatible'>, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/** The address that photos and questions are sent to; undefined when it is required and not set. */
export function providerAddress(provider: ProviderName, baseUrl?: string): string | undefined {
  return baseUrl ?? (provider === 'openai-compatible' ? undefined : DEFAULT_BASE_URL[provider])
}

const Input = z.object({
  model: z.string().min(1),
  apiKey: z.string().min(1).optional(),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** `json`: for servers that cannot enforce a schema; the prompt describes it instead. */
  answers: z.enum(['schema', 'json']).default('schema'),
})

export interface ProviderSettings {
  provider: ProviderName
  model: string
  /** Undefined for a server without authentication. */
  apiKey: string | undefined
  baseUrl: string
  answers: 'schema' | 'json'
}

/** @throws Error that names the missing or invalid settings, never a value. */
export function readSettings(provider: ProviderName, settings: Readonly<Record<string, unknown>>): ProviderSettings {
  const parsed = Input.safeParse(settings)
  if (!parsed.success) {
    const invalid = parsed.error.issues.map(({ path }) => path.join('.'))
    throw new Error(`Missing or invalid settings for the engine ${provider}: ${invalid.join(', ')}`)
  }
  const { model, apiKey, answers } = parsed.data
  const baseUrl = providerAddress(provider, parsed.data.baseUrl)
  if (baseUrl === undefined) throw new Error(`Missing or invalid settings for the engine ${provider}: baseUrl`)
  if (apiKey === undefined && provider !== 'openai-compatible') {
    throw new Error(`Missing or invalid settings for the engine ${provider}: apiKey`)
  }
  return { provider, model, apiKey, baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), answers }
}
