/** Opens the model of a provider. Each provider's code is loaded only when it is the one that is asked. */
import type { LanguageModel } from 'ai'
import type { ProviderSettings } from './settings.ts'

export async function openModel(settings: ProviderSettings): Promise<LanguageModel> {
  const { provider, model, apiKey = '', baseUrl: baseURL } = settings
  const options = { apiKey, baseURL, fetch: fetchWithoutDetours }
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
        fetch: fetchWithoutDetours,
        includeUsage: true,
        supportsStructuredOutputs: settings.answers === 'schema',
        ...(settings.apiKey !== undefined && { apiKey: settings.apiKey }),
      })(model)
    }
  }
}

/** Photo and key go to the address that was configured and to no other that it points to. */
const fetchWithoutDetours: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })
