import { Link } from 'wouter'
import { useGoBack } from '#web/handoff/way-back.ts'
import { PhotoPrivacy } from '#web/scan-result/engine-note.tsx'
import { Goggles } from '#web/ui/goggles.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from './prose.tsx'
import { ABOUT } from './texts.ts'

const LINK = 'inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-4'

export function AboutScreen() {
  const back = useGoBack('/profile')
  return (
    <Screen title="About" above={ABOUT.tagline} back={{ label: 'Back', go: back }}>
      <div className="grid justify-items-center pb-6">
        <Goggles width={140} />
      </div>
      <Section title="Our mission">
        <p>{ABOUT.mission}</p>
      </Section>
      <Section title="Features">
        <ul className="grid list-disc gap-1 pl-5">
          {ABOUT.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </Section>
      <Section title="Technology">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {ABOUT.technology.map(([term, value]) => (
            <div key={term} className="contents">
              <dt className="text-ink-3">{term}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
          <div className="contents">
            <dt className="text-ink-3">Running</dt>
            <dd className="text-right">
              {__APP_VERSION__} ({__APP_COMMIT__})
            </dd>
          </div>
        </dl>
      </Section>
      <Section title="Your photos">
        <p>{ABOUT.photos}</p>
        <PhotoPrivacy />
      </Section>
      <Section title="Legal">
        <p className="flex gap-6">
          <Link href="/privacy" className={LINK}>
            Privacy Policy
          </Link>
          <Link href="/terms" className={LINK}>
            Terms of Service
          </Link>
        </p>
      </Section>
    </Screen>
  )
}
