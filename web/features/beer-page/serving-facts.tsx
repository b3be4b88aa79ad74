/** How beers of this style are usually served: glass, temperature, and dishes beside it. */
import type { Serving } from '#contracts'
import { Card, SectionHeading } from '#web/ui/screen.tsx'
import { t } from './texts.ts'

export function ServingFacts({ serving: { glass, celsius, pairings } }: { serving: Serving }) {
  return (
    <section>
      <SectionHeading aside={t('servingOfStyle')}>{t('serving')}</SectionHeading>
      <Card className="px-4 py-1">
        <dl className="divide-y divide-line">
          <Row term={t('glass')} value={capitalised(glass)} lang="en" />
          <Row term={t('temperature')} value={temperatureText(celsius)} />
          <Row term={t('pairings')} value={capitalised(pairings.join(', '))} lang="en" />
        </dl>
      </Card>
    </section>
  )
}

function Row({ term, value, lang }: { term: string; value: string; lang?: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2.5">
      <dt className="text-[0.88rem] text-ink-3">{term}</dt>
      <dd lang={lang} className="min-w-0 text-right text-[0.95rem]">
        {value}
      </dd>
    </div>
  )
}

/** '4-7 °C (39-45 °F)' */
function temperatureText({ from, to }: Serving['celsius']): string {
  const fahrenheit = (celsius: number) => Math.round((celsius * 9) / 5 + 32)
  return `${from}\u2013${to} °C (${fahrenheit(from)}\u2013${fahrenheit(to)} °F)`
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
