import { useState } from 'react'
import { useGoBack } from '#web/device/back.ts'
import { DEFAULTS, type PreferenceName, type Preferences, preferences } from '#web/device/preferences.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Screen, SectionHeading } from '#web/ui/screen.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { TEXTS } from './texts.ts'

const GROUPS: readonly { title: string; names: readonly PreferenceName[]; note?: string }[] = [
  { title: TEXTS.groups.app, names: ['soundEffects', 'vibration'] },
  {
    title: TEXTS.groups.about,
    names: ['menuScanComplete', 'newBeerRatings', 'breweryRecommendations', 'weeklyDigest'],
    note: TEXTS.notHere,
  },
  { title: TEXTS.groups.ways, names: ['pushNotifications', 'emailNotifications'], note: TEXTS.notHere },
]

export function PreferencesScreen() {
  const back = useGoBack('/profile')
  const [current, setCurrent] = useState<Preferences>(preferences.get)
  const toast = useToast()

  function change(next: Preferences, title: string): void {
    preferences.set(next)
    setCurrent(next)
    toast({ title })
  }

  return (
    <Screen title={TEXTS.title} below={TEXTS.line} back={{ label: 'Back', go: back }}>
      {GROUPS.map(({ title, names, note }) => (
        <section key={title}>
          <SectionHeading>{title}</SectionHeading>
          <Card className="divide-y divide-line px-4">
            {names.map((name) => (
              <Toggle
                key={name}
                name={TEXTS.names[name]}
                isOn={current[name]}
                onChange={(isOn) => change({ ...current, [name]: isOn }, TEXTS.updated)}
              />
            ))}
          </Card>
          {note && <p className="mt-2 px-1 text-sm text-ink-3">{note}</p>}
        </section>
      ))}
      <Button look="quiet" className="mt-6 w-full" onClick={() => change(DEFAULTS, TEXTS.reset)}>
        {TEXTS.resetButton}
      </Button>
    </Screen>
  )
}
