/** Notification preferences. Every switch is stored; those without effect in this installation or browser say so. */
import { useState } from 'react'
import { askForNotices, noticePermission } from '#web/device/notices.ts'
import { DEFAULTS, type PreferenceName, type Preferences, preferences } from '#web/device/preferences.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Screen, SectionHeading } from '#web/ui/screen.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { TEXTS } from './texts.ts'

const GROUPS: readonly { title: string; names: readonly PreferenceName[] }[] = [
  { title: TEXTS.groups.app, names: ['soundEffects', 'vibration'] },
  {
    title: TEXTS.groups.about,
    names: ['menuScanComplete', 'newBeerRatings', 'breweryRecommendations', 'weeklyDigest'],
  },
  { title: TEXTS.groups.ways, names: ['pushNotifications', 'emailNotifications'] },
]

export function PreferencesScreen() {
  const back = useGoBack('/profile')
  const [current, setCurrent] = useState<Preferences>(preferences.get)
  const [permission, setPermission] = useState(noticePermission)
  const toast = useToast()

  function change(next: Preferences, title: string): void {
    preferences.set(next)
    setCurrent(next)
    toast({ title })
  }

  async function ask(): Promise<void> {
    setPermission(await askForNotices())
  }

  function onToggle(name: PreferenceName, isOn: boolean): void {
    change({ ...current, [name]: isOn }, TEXTS.updated)
    if (name === 'pushNotifications' && isOn) void ask()
  }

  return (
    <Screen title={TEXTS.title} below={TEXTS.line} back={{ label: 'Back', go: back }}>
      {GROUPS.map(({ title, names }) => (
        <section key={title}>
          <SectionHeading>{title}</SectionHeading>
          <Card className="divide-y divide-line px-4">
            {names.map((name) => (
              <Toggle
                key={name}
                name={TEXTS.names[name]}
                note={noteOf(name)}
                isOn={current[name]}
                onChange={(isOn) => onToggle(name, isOn)}
              />
            ))}
          </Card>
        </section>
      ))}
      {current.pushNotifications && (
        <p role="status" className="mt-2 px-1 text-sm text-ink-3">
          {TEXTS.permissions[permission]}
        </p>
      )}
      {current.pushNotifications && permission === 'askable' && (
        <Button className="mt-3 w-full" onClick={() => void ask()}>
          {TEXTS.allow}
        </Button>
      )}
      <Button variant="quiet" className="mt-6 w-full" onClick={() => change(DEFAULTS, TEXTS.reset)}>
        {TEXTS.resetButton}
      </Button>
    </Screen>
  )
}

function noteOf(name: PreferenceName): string {
  if (name === 'vibration' && !('vibrate' in navigator)) return TEXTS.noVibration
  const notes: Partial<Record<PreferenceName, string>> = TEXTS.notes
  return notes[name] ?? TEXTS.notHere
}
