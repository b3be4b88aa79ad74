import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useGoBack } from '#web/handoff/way-back.ts'
import { PhotoPrivacy } from '#web/scan-result/engine-note.tsx'
import { Goggles } from '#web/ui/goggles.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from './prose.tsx'
import { t } from './texts.ts'

const LINK =
  'inline-flex min-h-11 max-w-full items-center font-semibold text-accent-ink underline underline-offset-4 hyphens-auto [overflow-wrap:anywhere]'

const TECHNOLOGY = [
  ['version', '2.0'],
  ['api', '2.1'],
  ['database', 'PostgreSQL'],
  ['build', '2025'],
] as const

export function AboutScreen() {
  const back = useGoBack('/profile')
  return (
    <Screen title={t('title')} above={t('tagline')} back={{ go: back }}>
      <div className="grid justify-items-center pb-6">
        <Goggles width={140} />
      </div>
      <Section title={t('mission.title')}>
        <p>{t('mission.line')}</p>
      </Section>
      <Section title={t('features.title')}>
        <ul className="grid list-disc gap-1 pl-5">
          {t('features.lines')
            .split('\n')
            .map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
        </ul>
      </Section>
      <Section title={t('technology.title')}>
        <dl className="grid gap-y-1.5">
          {TECHNOLOGY.map(([term, value]) => (
            <Fact key={term} term={t(`technology.${term}`)}>
              {value}
            </Fact>
          ))}
          <Fact term={t('technology.running')}>
            {__APP_VERSION__} ({__APP_COMMIT__})
          </Fact>
        </dl>
      </Section>
      <Section title={t('photos.title')}>
        <p>{t('photos.line')}</p>
        <PhotoPrivacy />
      </Section>
      <Section title={t('legal')}>
        <p className="flex flex-wrap gap-x-6">
          <Link href="/privacy" className={LINK}>
            {t('privacy.title')}
          </Link>
          <Link href="/terms" className={LINK}>
            {t('terms.title')}
          </Link>
        </p>
      </Section>
    </Screen>
  )
}

/** In one line if there is room. */
function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap justify-between gap-x-4 [overflow-wrap:anywhere]">
      <dt className="text-ink-3">{term}</dt>
      <dd className="ml-auto text-right">{children}</dd>
    </div>
  )
}
