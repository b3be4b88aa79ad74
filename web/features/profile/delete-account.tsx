/** The end of an account: what goes with it, a last chance to take it along, and then everything at once. */
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { deleteUser, type User } from '#contracts'
import { call } from '#web/api/call.ts'
import { saidBy } from '#web/api/call-error.ts'
import { forgetOnDevice, leaveForGood } from '#web/device/leave.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { TEXTS } from './texts.ts'

const { deletion: SAID } = TEXTS

async function deleteEverything(): Promise<void> {
  await call(deleteUser, {})
  // From here on there is nobody to ask again for: what cannot be forgotten on this device keeps nobody here.
  for (const { id } of outbox.all()) await outbox.drop(id)
  await forgetOnDevice().catch((error: unknown) => console.warn('This device could not forget everything.', error))
  leaveForGood()
}

export function DeleteAccount({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const deletion = useMutation({ mutationFn: deleteEverything, networkMode: 'always' })
  const isUnderWay = deletion.isPending || deletion.isSuccess
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mx-auto mt-4 flex min-h-11 items-center px-4 text-sm text-ink-3 underline decoration-line underline-offset-4 hover:text-ink"
      >
        {SAID.open}
      </button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        closable={!isUnderWay}
        title={SAID.title}
        note={SAID.note}
        footer={
          <>
            <Button look="danger" className="flex-[1_1_10rem]" isBusy={isUnderWay} onClick={() => deletion.mutate()}>
              {SAID.confirm}
            </Button>
            <Button look="quiet" className="flex-[1_1_10rem]" isBusy={isUnderWay} onClick={() => setOpen(false)}>
              {SAID.keep}
            </Button>
          </>
        }
      >
        <p className="mt-2 text-ink-2">{SAID.goes}</p>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-ink-2">
          {SAID.removed.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <p className="mt-3 text-ink-2">{user.provider ? SAID.otherSignIn(user.provider) : SAID.ownSignIn}</p>
        <Link href="/export-data" className={buttonClass('quiet', 'mt-4 w-full')}>
          <Download size={19} aria-hidden="true" />
          {SAID.export}
        </Link>
        <div role="alert" className="text-danger not-empty:mt-4">
          {deletion.error && `${SAID.failed}. ${saidBy(deletion.error)}`}
        </div>
      </Sheet>
    </>
  )
}
