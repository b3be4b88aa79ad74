/** Shares a stored menu with other signed-in users by a link that can be revoked. */
import { useQueryClient } from '@tanstack/react-query'
import { Link2, Share2 } from 'lucide-react'
import { useRef } from 'react'
import { useSearch } from 'wouter'
import { getScan, type Scan, shareScan, unshareScan } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { keyOf, useCall } from '#web/api/queries.ts'
import { menuPath } from '#web/handoff/paths.ts'
import { beersOf, kindOf } from '#web/scan-result/scan-summary.ts'
import type { SharedList } from '#web/scan-result/share-card.tsx'
import { useShare } from '#web/scan-result/use-share.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { Card } from '#web/ui/screen.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'
import { sharedArrangement } from './use-arrangement.ts'

/** `search`: the query of the menu's address. */
function linkTo(scan: Pick<Scan, 'id'>, search: string, token: string): string {
  const parameters = [...sharedArrangement(search), ['share', token]]
  return `${location.origin}${menuPath(scan.id)}?${new URLSearchParams(parameters)}`
}

export async function drawn(card: SharedList): Promise<File> {
  const { drawListCard } = await import('#web/scan-result/share-card.tsx')
  return await drawListCard(card)
}

function useSharing(scan: Scan) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const sharing = useCall(shareScan)
  const unsharing = useCall(unshareScan)
  const cacheToken = async (shareToken: string | null) => {
    const queryKey = keyOf(getScan, { params: { id: scan.id } })
    // The answer to an earlier question would have the former token.
    await queryClient.cancelQueries({ queryKey })
    // A page or a correction may have arrived since the tap.
    queryClient.setQueryData<Scan>(queryKey, (known) => ({ ...(known ?? scan), shareToken }))
  }

  return {
    isBusy: sharing.isPending || unsharing.isPending,
    /** Returns the token of the link, creating it on first use. */
    async token(): Promise<string> {
      if (scan.shareToken !== null) return scan.shareToken
      const { token } = await sharing.mutateAsync({ params: { id: scan.id } })
      await cacheToken(token)
      return token
    },
    async unshare(): Promise<void> {
      try {
        await unsharing.mutateAsync({ params: { id: scan.id } })
        await cacheToken(null)
        toast({ title: t('unshared'), description: t('unsharedLine') })
      } catch (error) {
        toast({ title: t('unshareFailed'), description: userMessage(error), tone: 'destructive' })
      }
    },
  }
}

export function ShareButton({ scan }: { scan: Scan }) {
  const sharing = useSharing(scan)
  const toast = useToast()
  // In a split view the page's address is that of the detail.
  const search = useSearch()
  const beers = beersOf(scan)
  const card: SharedList = {
    kind: kindOf(scan) === 'menu' ? 'menu' : 'group',
    title: scan.title,
    readAt: scan.scannedAt,
    beers,
  }
  const { watch, share } = useShare(card, () => drawn(card), t('isSharedLine'))
  const button = useRef<HTMLButtonElement>(null)
  // Stopping removes the note and its focused button.
  useFocusFallback(scan.shareToken, button)

  async function onShare(): Promise<void> {
    try {
      await share(async () => ({
        title: scan.title ?? t('shared'),
        text: t('shareText', { beers: beers.length }),
        url: linkTo(scan, search, await sharing.token()),
      }))
    } catch (error) {
      toast({ title: t('shareFailed'), description: userMessage(error), tone: 'destructive' })
    }
  }

  return (
    <IconButton ref={button} label={t('share')} {...watch} isBusy={sharing.isBusy} onClick={() => void onShare()}>
      <Share2 size={21} />
    </IconButton>
  )
}

/** Shows that the menu is shared, and stops it. */
export function SharedNote({ scan }: { scan: Scan }) {
  const sharing = useSharing(scan)
  return (
    <Card className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2.5 p-3 pl-4">
      <Link2 size={20} aria-hidden="true" className="shrink-0 text-good" />
      <p className="min-w-0 flex-[1_1_9rem] text-[0.86rem] leading-snug text-ink-2">
        <strong className="block text-ink">{t('isShared')}</strong>
        {t('isSharedLine')}
      </p>
      <Button
        variant="quiet"
        className="min-h-11! px-4 text-sm max-[359px]:w-full"
        isBusy={sharing.isBusy}
        onClick={() => void sharing.unshare()}
      >
        {t('unshare')}
      </Button>
    </Card>
  )
}
