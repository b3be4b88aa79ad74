import { Link } from 'wouter'
import { useGoBack } from '#web/handoff/way-back.ts'
import { PhotoPrivacy } from '#web/scan-result/engine-note.tsx'
import { Goggles } from '#web/ui/goggles.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from './prose.tsx'
import { t } from './texts.ts'

const LINK = 'inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-4'

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
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {TECHNOLOGY.map(([term, value]) => (
            <div key={term} className="contents">
              <dt className="text-ink-3">{t(`technology.${term}`)}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
          <div className="contents">
            <dt className="text-ink-3">{t('technology.running')}</dt>
            <dd className="text-right">
              {__APP_VERSION__} ({__APP_COMMIT__})
            </dd>
          </div>
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
