/** How the facts of a beer are known, its other strengths, and its years. */
import type { BeerFacts } from '#contracts'
import { abvText } from '#web/beer/beer-facts.ts'
import { regionText } from '#web/language/countries.ts'
import { dateText } from '#web/language/formats.ts'
import { language } from '#web/language/language.ts'
import { t } from './texts.ts'

export function FactsBasis({ facts }: { facts: BeerFacts | null }) {
  if (!facts) return null
  const strengths = Object.entries(facts.abvByMarket).map(([market, abv]) =>
    t('abvIn', { abv: abvText(abv), country: marketText(market) }),
  )
  const history = historyText(facts)
  const basis = basisText(facts)
  return (
    <>
      {strengths.length > 0 && <p>{strengths.join(', ')}</p>}
      {history && <p>{history}</p>}
      {basis && <p>{basis}</p>}
    </>
  )
}

function historyText({ introduced, retired, breweryClosed }: BeerFacts): string | null {
  const parts = [
    introduced !== null && t('introduced', { year: introduced }),
    retired !== null && t('retired', { year: retired }),
    breweryClosed !== null && t('breweryClosed', { year: breweryClosed }),
  ].filter((part) => part !== false)
  return parts.join(' · ') || null
}

/** Null for beers that are not shipped: what is unknown about them is said elsewhere. */
function basisText({ source, checked }: BeerFacts): string | null {
  if (source === null) return null
  if (source === 'memory') return t('unchecked')
  const how = SOURCES.find((known) => known === source) ?? 'other'
  return checked ? t(`checkedIn.${how}`, { month: monthText(checked) }) : t(`checked.${how}`)
}

const SOURCES = ['brewery', 'label', 'register', 'second-source'] as const

/** 'November 2026' of '2026-11'. */
function monthText(month: string): string {
  return dateText(`${month}-01`, { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** Countries whose English names take an article. */
const WITH_ARTICLE: ReadonlySet<string> = new Set(['AE', 'BS', 'CF', 'DO', 'GB', 'NL', 'PH', 'US'])

/** 'the United Kingdom' of 'GB'. */
function marketText(market: string): string {
  const name = regionText(market)
  return language() === 'en' && WITH_ARTICLE.has(market) ? `the ${name}` : name
}
