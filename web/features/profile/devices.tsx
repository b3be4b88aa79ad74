/** Where the user is signed in: signs out one device, or all of them. */
import { useQuery } from '@tanstack/react-query'
import { KeyRound, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { endSession, endSessions, LOGOUT_PATH, listSessions, PASSKEYS_PATH, type Session } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf, useCall } from '#web/api/queries.ts'
import { forgetDrafts } from '#web/beer/entry-draft.ts'
import { Button, TEXT_BUTTON } from '#web/ui/button.tsx'
import { FailurePanel } from '#web/ui/message.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { whenText } from '#web/ui/when.ts'
import { SettingButton } from './setting-row.tsx'
import { t } from './texts.ts'

export function Devices({ hasPasskeys }: { hasPasskeys: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const sessions = useQuery({ ...queryOf(listSessions, {}), enabled: isOpen })
  const ending = useCall(endSession)
  const endingAll = useCall(endSessions)
  const end = (id: number) => ending.mutate({ params: { id } }, { onSettled: () => sessions.refetch() })
  // This device's cookies remain: the sign-out makes the next sign-in ask who it is.
  const endAll = () =>
    endingAll.mutate(
      {},
      {
        onSuccess() {
          forgetDrafts()
          location.assign(LOGOUT_PATH)
        },
      },
    )
  const error = ending.error ?? endingAll.error ?? (sessions.data ? sessions.error : null)
  return (
    <>
      <SettingButton label={t('devices.open')} Icon={MonitorSmartphone} onClick={() => setOpen(true)} />
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('devices.title')}
        footer={
          <Button
            variant="danger"
            className="w-full"
            isBusy={endingAll.isPending || endingAll.isSuccess}
            onClick={endAll}
          >
            {t('devices.everywhere')}
          </Button>
        }
      >
        {sessions.data ? (
          <ul className="divide-y divide-line">
            {sessions.data.map((session) => (
              <Device key={session.id} session={session} isBusy={ending.isPending} end={() => end(session.id)} />
            ))}
          </ul>
        ) : sessions.error ? (
          <FailurePanel
            title={t('devices.failed')}
            message={userMessage(sessions.error)}
            retry={() => void sessions.refetch()}
          />
        ) : (
          <SkeletonRows count={2} />
        )}
        {hasPasskeys && (
          <a href={PASSKEYS_PATH} className={`${TEXT_BUTTON} mt-2`}>
            <KeyRound size={19} aria-hidden="true" />
            {t('devices.passkeys')}
          </a>
        )}
        <div role="alert" className="text-danger not-empty:mt-2">
          {error && `${t('devices.failed')}. ${userMessage(error)}`}
        </div>
      </Sheet>
    </>
  )
}

/** The server names the browser, the system, or both. */
function deviceText({ device }: Session): string {
  if (device === null) return t('devices.unknown')
  const [browser, system] = device.split(' on ')
  return browser && system ? t('devices.named', { browser, system }) : device
}

function Device({ session, isBusy, end }: { session: Session; isBusy: boolean; end: () => void }) {
  const name = deviceText(session)
  return (
    <li className="flex min-h-17 items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-2">
          {session.isCurrent ? t('devices.current') : t('devices.seen', { when: whenText(session.lastSeenAt) })}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="quiet"
          className="min-h-11! px-4 text-sm"
          aria-label={t('devices.end', { device: name })}
          isBusy={isBusy}
          onClick={end}
        >
          {t('signOut')}
        </Button>
      )}
    </li>
  )
}
