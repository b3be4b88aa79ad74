import { useGoBack } from '#web/handoff/way-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from './prose.tsx'
import { TERMS } from './texts.ts'

export function TermsScreen() {
  const back = useGoBack('/about')
  return (
    <Screen title="Terms of Service" back={{ label: 'Back', go: back }}>
      {TERMS.map(({ title, lines }) => (
        <Section key={title} title={title}>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Section>
      ))}
    </Screen>
  )
}
