/** Takes the user's own menu to the table. */
import { Users } from 'lucide-react'
import { useLocation } from 'wouter'
import { openRound, type Scan } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { useCall } from '#web/api/queries.ts'
import { menuPath } from '#web/handoff/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

export function OpenRoundButton({ scan }: { scan: Pick<Scan, 'id'> }) {
  const [, navigate] = useLocation()
  const toast = useToast()
  const opening = useCall(openRound)
  const isShown = useIsShown()

  async function open(): Promise<void> {
    try {
      const { token } = await opening.mutateAsync({ params: { id: scan.id } })
      if (isShown()) navigate(`${menuPath(scan.id)}?${new URLSearchParams({ table: token })}`)
    } catch (error) {
      toast({ title: t('round.openFailed'), description: userMessage(error), tone: 'destructive' })
    }
  }

  return (
    <IconButton label={t('round.title')} isBusy={opening.isPending} onClick={() => void open()}>
      <Users size={21} />
    </IconButton>
  )
}
