/** Creates a link with which one other person can create an account. */
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { createInvitation, type Invitation } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { useCall } from '#web/api/queries.ts'
import { share } from '#web/device/share.ts'
import { dateText } from '#web/language/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { SettingButton } from './setting-row.tsx'
import { t } from './texts.ts'

const linkOf = ({ path }: Invitation) => `${location.origin}${path}`

export function Invite() {
  const [isOpen, setOpen] = useState(false)
  const creation = useCall(createInvitation)
  const open = () => {
    creation.reset()
    setOpen(true)
  }
  return (
    <>
      <SettingButton label={t('invite.open')} Icon={UserPlus} onClick={open} />
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('invite.title')}
        note={t('invite.note')}
        footer={
          creation.data ? (
            <ShareLink invitation={creation.data} />
          ) : (
            <Button className="w-full" isBusy={creation.isPending} onClick={() => creation.mutate({})}>
              {t('invite.create')}
            </Button>
          )
        }
      >
        {creation.data && (
          <>
            <output className="mt-2 block rounded-card border border-line bg-surface p-3.5 font-mono text-sm break-all select-all">
              {linkOf(creation.data)}
            </output>
            <p className="mt-2.5 text-sm text-ink-2">
              {t('invite.until', { date: dateText(creation.data.expiresAt) })}
            </p>
          </>
        )}
        <div role="alert" className="text-danger not-empty:mt-2">
          {creation.error && `${t('invite.failed')}. ${userMessage(creation.error)}`}
        </div>
      </Sheet>
    </>
  )
}

function ShareLink({ invitation }: { invitation: Invitation }) {
  const toast = useToast()
  async function onShare(): Promise<void> {
    const result = await share({ title: t('invite.shareTitle'), text: t('invite.shareText'), url: linkOf(invitation) })
    if (result === 'copied') toast({ title: t('invite.copied') })
    // The link stands above: it can still be copied by hand.
    if (result === 'impossible' || result === 'too late') toast({ title: t('invite.impossible') })
  }
  return (
    <Button className="w-full" onClick={() => void onShare()}>
      {t('invite.share')}
    </Button>
  )
}
