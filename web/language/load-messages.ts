/** Loads the messages of a language. English has none to load: they come with each feature. */
import type { Messages } from '@lingui/core'
import type { Language } from '#contracts'

export const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>> = {
  de: () => import('virtual:messages/de'),
  fr: () => import('virtual:messages/fr'),
  nl: () => import('virtual:messages/nl'),
  es: () => import('virtual:messages/es'),
  cs: () => import('virtual:messages/cs'),
  it: () => import('virtual:messages/it'),
  ja: () => import('virtual:messages/ja'),
}
