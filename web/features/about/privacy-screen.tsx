import { useGoBack } from '#web/handoff/way-back.ts'
import { PhotoPrivacy } from '#web/scan-result/engine-note.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from './prose.tsx'
import { PRIVACY, WHO_SEES } from './texts.ts'

export function PrivacyScreen() {
  const back = useGoBack('/about')
  return (
    <Screen title="Privacy Policy" back={{ label: 'Back', go: back }}>
      {PRIVACY.map(({ title, lines }) => (
        <Section key={title} title={title}>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {title === WHO_SEES && <PhotoPrivacy />}
        </Section>
      ))}
    </Screen>
  )
}
