/** Deletes the account: lists what goes with it, offers an export, then deletes everything at once. */
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { deleteUser, type User } from '#contracts'
import { call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { eraseUserData, signOutAfterDeletion } from '#web/device/account-deletion.ts'
import { forgetHistory } from '#web/device/session-history.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { t } from './texts.ts'

async function deleteEverything(userId: number): Promise<void> {
  await call(deleteUser, {})
  // The account is gone: a failure to erase this device's data must not keep the user here.
  for (const { id } of outbox.all()) await outbox.drop(id)
  handoff.clear()
  forgetHistory()
  await eraseUserData(userId).catch((error: unknown) => console.warn('Could not erase all data on this device.', error))
  signOutAfterDeletion()
}

export function DeleteAccount({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const deletion = useMutation({ mutationFn: () => deleteEverything(user.id), networkMode: 'always' })
  const isBusy = deletion.isPending || deletion.isSuccess
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mx-auto mt-4 flex min-h-11 items-center px-4 text-sm text-ink-3 underline decoration-line underline-offset-4 hover:text-ink"
      >
        {t('deletion.open')}
      </button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        closable={!isBusy}
        title={t('deletion.title')}
        note={t('deletion.note')}
        footer={
          <>
            <Button variant="danger" className="flex-[1_1_10rem]" isBusy={isBusy} onClick={() => deletion.mutate()}>
              {t('deletion.confirm')}
            </Button>
            <Button variant="quiet" className="flex-[1_1_10rem]" isBusy={isBusy} onClick={() => setOpen(false)}>
              {t('deletion.keep')}
            </Button>
          </>
        }
      >
        <p className="mt-2 text-ink-2">{t('deletion.includes')}</p>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-ink-2">
          {t('deletion.removed')
            .split('\n')
            .map((item) => (
              <li key={item}>{item}</li>
            ))}
        </ul>
        <p className="mt-3 text-ink-2">
          {user.provider ? t('deletion.externalSignIn', { provider: user.provider }) : t('deletion.embeddedSignIn')}
        </p>
        <Link href="/export-data" className={buttonClass('quiet', 'mt-4 w-full')}>
          <Download size={19} aria-hidden="true" />
          {t('deletion.export')}
        </Link>
        <div role="alert" className="text-danger not-empty:mt-4">
          {deletion.error && `${t('deletion.failed')}. ${userMessage(deletion.error)}`}
        </div>
      </Sheet>
    </>
  )
}
