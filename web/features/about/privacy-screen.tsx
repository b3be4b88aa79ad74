import { useGoBack } from '#web/handoff/way-back.ts'
import { PhotoPrivacy } from '#web/scan-result/engine-note.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from './prose.tsx'
import { t } from './texts.ts'

/** 'readers' names who reads the photos of this installation. */
const SECTIONS = ['stored', 'photos', 'readers', 'rights', 'cookies'] as const

export function PrivacyScreen() {
  const back = useGoBack('/about')
  return (
    <Screen title={t('privacy.title')} back={{ go: back }}>
      {SECTIONS.map((section) => (
        <Section key={section} title={t(`privacy.${section}.title`)}>
          {t(`privacy.${section}.lines`)
            .split('\n')
            .map((line) => (
              <p key={line}>{line}</p>
            ))}
          {section === 'readers' && <PhotoPrivacy />}
        </Section>
      ))}
    </Screen>
  )
}
