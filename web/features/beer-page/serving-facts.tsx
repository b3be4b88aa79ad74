/** How beers of this style are usually served: glass, temperature, and dishes beside it. */
import type { Serving } from '#contracts'
import { glassText, pairingsText, type StyleFact } from '#web/beer/styles/style-facts.ts'
import { Card, SectionHeading } from '#web/ui/screen.tsx'
import { t } from './texts.ts'

export function ServingFacts({ serving }: { serving: Serving }) {
  return (
    <section>
      <SectionHeading aside={t('servingOfStyle')}>{t('serving')}</SectionHeading>
      <Card className="px-4 py-1">
        <dl className="divide-y divide-line">
          <Row term={t('glass')} {...glassText(serving)} />
          <Row term={t('temperature')} text={temperatureText(serving.celsius)} />
          <Row term={t('pairings')} {...pairingsText(serving)} />
        </dl>
      </Card>
    </section>
  )
}

function Row({ term, text, lang }: { term: string } & Pick<StyleFact, 'text'> & Partial<StyleFact>) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2.5">
      <dt className="text-[0.88rem] text-ink-3">{term}</dt>
      <dd lang={lang} className="min-w-0 text-right text-[0.95rem]">
        {text}
      </dd>
    </div>
  )
}

/** '4-7 °C (39-45 °F)' */
function temperatureText({ from, to }: Serving['celsius']): string {
  const fahrenheit = (celsius: number) => Math.round((celsius * 9) / 5 + 32)
  return `${from}\u2013${to} °C (${fahrenheit(from)}\u2013${fahrenheit(to)} °F)`
}
