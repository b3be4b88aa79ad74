/** The language of this page. It is loaded before the first screen renders and stays until the page is loaded again. */
import { setupI18n } from '@lingui/core'
import type { Language } from '#contracts'
import { LOADERS } from './load-messages.ts'

export const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

let current: Language = 'en'

export const language = (): Language => current

/** Makes this the language of the page; English if its messages cannot be loaded. */
export async function loadLanguage(wanted: Language): Promise<void> {
  current = await withMessages(wanted)
  i18n.activate(current)
  document.documentElement.lang = current
}

async function withMessages(wanted: Language): Promise<Language> {
  try {
    if (wanted !== 'en') i18n.load(wanted, (await LOADERS[wanted]()).default)
    return wanted
  } catch (error) {
    console.warn(`Cannot load the language ${wanted}.`, error)
    return 'en'
  }
}
