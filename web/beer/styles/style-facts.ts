/**
 * How styles taste and how they are served, in the language of the page. The messages are in `catalogue/styles`; only the page of a
 * beer shows them, so they load with it.
 */
import type { Messages } from '@lingui/core'
import { use } from 'react'
import type { Language, Serving } from '#contracts'
import { i18n, language } from '#web/language/language.ts'
import { texts } from '#web/language/texts.ts'

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>> = {
  de: () => import('virtual:messages/de/styles'),
  fr: () => import('virtual:messages/fr/styles'),
  nl: () => import('virtual:messages/nl/styles'),
  es: () => import('virtual:messages/es/styles'),
  cs: () => import('virtual:messages/cs/styles'),
  it: () => import('virtual:messages/it/styles'),
  ja: () => import('virtual:messages/ja/styles'),
}

/** A network that does not answer must not hide the beer. */
const LOADING_MAX_MS = 2_000

const descriptions = texts('descriptions')
const serving = texts('serving')
const loading = new Map<Language, Promise<void>>()

/** `lang` is English where there is no translation. */
export interface StyleFact {
  text: string
  lang: Language
}

/** Waits for the texts as the screen is waited for, but not long. Until they are loaded, all facts are in English. */
export function useStyleFacts(): void {
  const code = language()
  if (code !== 'en') use(loaded(code))
}

function loaded(code: Exclude<Language, 'en'>): Promise<void> {
  const started = loading.get(code)
  if (started) return started
  const arrived = LOADERS[code]().then(
    ({ default: messages }) => i18n.load(code, messages),
    (error: unknown) => console.warn(`Cannot load the facts about styles in ${code}.`, error),
  )
  const late = new Promise<void>((resolve) => setTimeout(resolve, LOADING_MAX_MS))
  const promise = Promise.race([arrived, late])
  loading.set(code, promise)
  return promise
}

// Beside the screen that asks for them, not after it.
const ofPage = language()
if (ofPage !== 'en') void loaded(ofPage)

/** As the middle of a sentence: 'rich bready malt, a hint of caramel'. */
export function styleDescription(style: string | null, english: string): StyleFact {
  const text = style === null ? undefined : descriptions.find(style)
  return inEnglishUnless(text, `${english.charAt(0).toLowerCase()}${english.slice(1)}`)
}

export function glassText({ glass }: Serving): StyleFact {
  return capitalised(inEnglishUnless(serving.find(glass), glass))
}

export function pairingsText({ pairings }: Serving): StyleFact {
  const dishes = pairings.map((dish) => serving.find(dish))
  const isTranslated = dishes.every((dish) => dish !== undefined)
  const text = isTranslated ? dishes.join(language() === 'ja' ? '、' : ', ') : undefined
  return capitalised(inEnglishUnless(text, pairings.join(', ')))
}

function inEnglishUnless(translated: string | undefined, english: string): StyleFact {
  return translated === undefined ? { text: english, lang: 'en' } : { text: translated, lang: language() }
}

function capitalised({ text, lang }: StyleFact): StyleFact {
  return { text: `${text.charAt(0).toLocaleUpperCase(lang)}${text.slice(1)}`, lang }
}
