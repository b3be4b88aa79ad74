/**
 * Notification preferences. Every switch is stored: sound and vibration in this browser, the others with the account. Those without
 * effect in this installation or browser say so.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { getNotifications, type Notifications, sendConfirmation } from '#contracts'
import { call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { keyOf } from '#web/api/queries.ts'
import { askForNotices, noticePermission } from '#web/device/notices.ts'
import {
  DEFAULTS,
  NAMES_OF_USER,
  type NameOfUser,
  type PreferenceName,
  type Preferences,
  preferences,
} from '#web/device/preferences.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { Button } from '#web/ui/button.tsx'
import { focusHeadingOnRemoval } from '#web/ui/heading-focus.ts'
import { Card, Screen, SectionHeading } from '#web/ui/screen.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { dismissBrowser, enrolBrowser, isOfServer, readNotifications, savePreferences } from './server-preferences.ts'
import { t } from './texts.ts'

const GROUPS: readonly { group: 'app' | 'about' | 'ways'; names: readonly PreferenceName[] }[] = [
  { group: 'app', names: ['soundEffects', 'vibration'] },
  {
    group: 'about',
    names: ['menuScanComplete', 'newBeerRatings', 'breweryRecommendations', 'weeklyDigest'],
  },
  { group: 'ways', names: ['pushNotifications', 'emailNotifications'] },
]

export function PreferencesScreen() {
  const back = useGoBack('/profile')
  const [current, setCurrent] = useState<Preferences>(preferences.get)
  const [permission, setPermission] = useState(noticePermission)
  const [reach, setReach] = useState<Reach>()
  const toast = useToast()
  const { data: notifications } = useQuery({ queryKey: keyOf(getNotifications, {}), queryFn: readNotifications })

  useEffect(() => {
    if (notifications) setCurrent(preferences.get())
  }, [notifications])

  async function enrol(): Promise<void> {
    if (noticePermission() === 'granted') setReach(await reachOfBrowser())
  }
  const enrolAtStart = useEffectEvent(() => void enrol())
  useEffect(() => enrolAtStart(), [])

  function change(next: Preferences, sent: readonly NameOfUser[], title: string): void {
    preferences.set(next)
    setCurrent(next)
    toast({ title })
    if (sent.length > 0) savePreferences(sent).catch(() => toast({ title, description: t('notSent') }))
  }

  async function ask(): Promise<void> {
    setPermission(await askForNotices())
    await enrol()
  }

  async function confirm(): Promise<void> {
    try {
      await call(sendConfirmation, {})
      toast({ title: t('confirmSent'), description: t('confirmLine') })
    } catch (error) {
      toast({ title: t('confirmFailed'), description: userMessage(error) })
    }
  }

  function onToggle(name: PreferenceName, isOn: boolean): void {
    change({ ...preferences.get(), [name]: isOn }, isOfServer(name) ? [name] : [], t('updated'))
    if (name !== 'pushNotifications') return
    if (isOn) void ask()
    else dismissBrowser().catch(() => undefined)
  }

  /** Only a tap that is about notifications asks for the permission. */
  function reset(): void {
    change(DEFAULTS, NAMES_OF_USER, t('reset'))
    void enrol()
  }

  return (
    <Screen title={t('title')} below={t('line')} back={{ go: back }}>
      {GROUPS.map(({ group, names }) => (
        <section key={group}>
          <SectionHeading>{t(`groups.${group}`)}</SectionHeading>
          <Card className="divide-y divide-line px-4">
            {names.map((name) => (
              <Toggle
                key={name}
                name={t(`names.${name}`)}
                note={noteOf(name, notifications?.email ?? 'off')}
                isOn={current[name]}
                onChange={(isOn) => onToggle(name, isOn)}
              />
            ))}
          </Card>
        </section>
      ))}
      {current.pushNotifications && (
        <p role="status" className="mt-2 px-1 text-sm text-ink-3">
          {t(`permissions.${permission}`)}
          {permission === 'granted' && notifications?.pushKey === null && ` ${t('noPush')}`}
          {permission === 'granted' && notifications?.pushKey && reach && ` ${t(`reach.${reach}`)}`}
        </p>
      )}
      {current.pushNotifications && permission === 'askable' && (
        <Button ref={focusHeadingOnRemoval} className="mt-3 w-full" onClick={() => void ask()}>
          {t('allow')}
        </Button>
      )}
      {current.emailNotifications && notifications?.email === 'unconfirmed' && (
        <Button className="mt-3 w-full" onClick={() => void confirm()}>
          {t('confirm')}
        </Button>
      )}
      <Button variant="quiet" className="mt-6 w-full" onClick={reset}>
        {t('resetButton')}
      </Button>
    </Screen>
  )
}

type Reach = 'closed' | 'open'

const reachOfBrowser = async (): Promise<Reach> => ((await enrolBrowser().catch(() => false)) ? 'closed' : 'open')

function noteOf(name: PreferenceName, email: Notifications['email']): string {
  if (name === 'vibration' && !('vibrate' in navigator)) return t('noVibration')
  return t.find(`notes.${name}`) ?? t(`email.${email}`)
}
