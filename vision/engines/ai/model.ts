/** Opens a provider's model. Each provider's SDK is imported only when it is the configured one. */
import type { LanguageModel } from 'ai'
import type { ProviderSettings } from './settings.ts'

/** Loads the SDK of this provider alone, and asks it nothing. */
export async function openModel(settings: ProviderSettings): Promise<LanguageModel> {
  const { provider, model, apiKey = '', baseUrl: baseURL } = settings
  const options = { apiKey, baseURL, fetch: fetchWithoutRedirects }
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
        fetch: fetchWithoutRedirects,
        includeUsage: true,
        supportsStructuredOutputs: settings.answers === 'schema',
        ...(settings.apiKey !== undefined && { apiKey: settings.apiKey }),
      })(model)
    }
  }
}

/** Photos and keys are sent to the configured address only, never to one that it redirects to. */
const fetchWithoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })
