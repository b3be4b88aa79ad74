/** Opens a provider's model. Each provider's SDK is imported only when it is the configured one. */
import type { LanguageModel } from 'ai'
import { failure } from './failure.ts'
import type { ProviderSettings } from './settings.ts'

/** Unpacked; several times what the longest answer takes in events of one token each. */
const RESPONSE_MAX_BYTES = 32 * 1024 * 1024

/** Loads the SDK of this provider alone, and asks it nothing. */
export async function openModel(settings: ProviderSettings): Promise<LanguageModel> {
  const { provider, model, apiKey = '', baseUrl: baseURL } = settings
  const options = { apiKey, baseURL, fetch: fetchWithinLimits }
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options)(model)
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options)(model)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(options)(model)
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: 'compatible',
        baseURL,
        fetch: fetchWithinLimits,
        includeUsage: true,
        supportsStructuredOutputs: settings.answers === 'schema',
        ...(settings.apiKey !== undefined && { apiKey: settings.apiKey }),
      })(model)
    }
  }
}

/**
 * Photos and keys are sent to the configured address only, never to one that it redirects to. A response ends at the limit: the SDK
 * holds a line, and the body of an error, in memory until it ends.
 */
const fetchWithinLimits: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  return response.body ? new Response(response.body.pipeThrough(upToLimit()), response) : response
}

function upToLimit() {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > RESPONSE_MAX_BYTES) throw failure('unusable_answer')
      controller.enqueue(chunk)
    },
  })
}
