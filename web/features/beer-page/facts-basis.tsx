/** How the facts of a beer are known, its other strengths, and its years. */
import type { BeerFacts } from '#contracts'
import { TEXTS } from './texts.ts'

export function FactsBasis({ facts }: { facts: BeerFacts | null }) {
  if (!facts) return null
  const strengths = Object.entries(facts.abvByMarket).map(([market, abv]) => TEXTS.abvIn(abv, countryText(market)))
  const history = historyText(facts)
  const basis = basisText(facts)
  return (
    <div className="mt-2 grid gap-1 px-1 text-[0.82rem] text-ink-3">
      {strengths.length > 0 && <p>{strengths.join(', ')}</p>}
      {history && <p>{history}</p>}
      {basis && <p>{basis}</p>}
    </div>
  )
}

function historyText({ introduced, retired, breweryClosed }: BeerFacts): string | null {
  const parts = [
    introduced !== null && TEXTS.introduced(introduced),
    retired !== null && TEXTS.retired(retired),
    breweryClosed !== null && TEXTS.breweryClosed(breweryClosed),
  ].filter((part) => part !== false)
  return parts.join(' · ') || null
}

/** Null for beers that are not shipped: what is unknown about them is said elsewhere. */
function basisText({ source, checked }: BeerFacts): string | null {
  if (source === null) return null
  if (source === 'memory') return TEXTS.unchecked
  return TEXTS.checked(SOURCES[source] ?? SOURCES.other, checked && monthText(checked))
}

const SOURCES: Readonly<Record<string, string>> & { other: string } = {
  brewery: 'with the brewery',
  label: 'on the label',
  register: 'in a register',
  'second-source': 'against a second source',
  other: 'against a source',
}

/** 'November 2026' of '2026-11'. */
function monthText(month: string): string {
  return new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  )
}

/** Countries whose names take an article. */
const WITH_ARTICLE: ReadonlySet<string> = new Set(['AE', 'BS', 'CF', 'DO', 'GB', 'NL', 'PH', 'US'])

/** 'the United Kingdom' of 'GB'. */
function countryText(market: string): string {
  const name = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(market) ?? market
  return WITH_ARTICLE.has(market) ? `the ${name}` : name
}
