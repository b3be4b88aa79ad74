import { useGoBack } from '#web/handoff/way-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from './prose.tsx'
import { t } from './texts.ts'

const SECTIONS = ['service', 'age', 'photos', 'ratings', 'warranty'] as const

export function TermsScreen() {
  const back = useGoBack('/about')
  return (
    <Screen title={t('terms.title')} back={{ go: back }}>
      {SECTIONS.map((section) => (
        <Section key={section} title={t(`terms.${section}.title`)}>
          {t(`terms.${section}.lines`)
            .split('\n')
            .map((line) => (
              <p key={line}>{line}</p>
            ))}
        </Section>
      ))}
    </Screen>
  )
}
