import { Switch } from 'radix-ui'
import { useId, useState } from 'react'
import { useGoBack } from '#web/device/back.ts'
import { DEFAULTS, type PreferenceName, type Preferences, preferences } from '#web/device/preferences.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Screen, SectionHeading } from '#web/ui/screen.tsx'
import { useToast } from '#web/ui/toast.tsx'
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
          <Card className="px-4">
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

function Toggle({ name, isOn, onChange }: { name: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 border-line not-last:border-b">
      <label htmlFor={id} className="flex-1 py-3 font-semibold">
        {name}
      </label>
      <Switch.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        className="relative h-8 w-13 shrink-0 rounded-full border border-ink-3/60 bg-raised transition-colors data-[state=checked]:border-amber data-[state=checked]:bg-amber"
      >
        <Switch.Thumb className="block size-6 translate-x-1 rounded-full bg-ink-3 shadow transition-transform duration-150 data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-[#2a1503]" />
      </Switch.Root>
    </div>
  )
}
