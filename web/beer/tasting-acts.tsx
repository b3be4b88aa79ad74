/** One tap says that the user had a beer, or wants to try it. It shows at once in all marks, and can be undone. */
import { useQueryClient } from '@tanstack/react-query'
import { Beer as BeerMug, Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { addToJournal, addWant, type Beer, type BeerMarks, listMarks, removeJournalEntry, removeWant } from '#contracts'
import { call } from '#web/api/call.ts'
import { isUnanswered, userMessage } from '#web/api/call-error.ts'
import { optimistically } from '#web/api/optimistic.ts'
import { keyOf, useUser } from '#web/api/queries.ts'
import { newId } from '#web/device/new-id.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { refreshJournal } from './journal.ts'
import { hadId, markedBy, removeHad, tastingQueue, wantId, withMarks } from './tasting-queue.ts'
import { t } from './texts.ts'

/** Two taps within this time are one double tap. */
const DOUBLE_TAP_MS = 1_000

export interface TastingActs {
  isBusy: (beerId: number) => boolean
  /** Does nothing at the second tap of a double tap, or while the beer is being added. */
  had: (beer: Beer) => Promise<void>
  /** `at`: since when, if not from now on. */
  setWanted: (beer: Beer, isWanted: boolean, at?: string) => Promise<void>
}

export function useTastingActs(): TastingActs {
  const queryClient = useQueryClient()
  const userId = useUser().data?.id
  const toast = useToast()
  const [busy, setBusy] = useState<readonly number[]>([])
  /** When each beer was last added; infinite while it is being added. */
  const addedAt = useRef(new Map<number, number>())

  interface Change<T> {
    mark: (marks: BeerMarks) => BeerMarks
    send: () => Promise<T>
    /** Keeps it for later if no answer came; absent if that is not possible. */
    queue?: (userId: number, error: unknown) => void
    failed: string
  }

  /** Marks the beer at once, and rolls back if the call fails. Returns undefined then; a toast reports it. */
  async function change<T>(beerId: number, { mark, send, queue, failed }: Change<T>) {
    setBusy((now) => [...now, beerId])
    const outcome = await optimistically<BeerMarks[], { sent: T } | 'queued' | undefined>(queryClient, {
      key: keyOf(listMarks, {}),
      update: (list) => withMarks(list, beerId, mark),
      send: async () => ({ sent: await send() }),
      failed(error) {
        if (queue && userId !== undefined && isUnanswered(error)) {
          queue(userId, error)
          return 'queued'
        }
        toast({ title: t('tastingActs.error'), description: `${failed}. ${userMessage(error)}`, tone: 'destructive' })
        return undefined
      },
      refresh: () => refreshJournal(queryClient),
    })
    setBusy((now) => now.filter((id) => id !== beerId))
    return outcome
  }

  async function had(beer: Beer): Promise<void> {
    const tappedAt = Date.now()
    if (tappedAt - (addedAt.current.get(beer.id) ?? 0) < DOUBLE_TAP_MS) return
    addedAt.current.set(beer.id, Number.POSITIVE_INFINITY)
    const key = newId()
    const changedAt = new Date().toISOString()
    let wish: Awaited<ReturnType<typeof tastingQueue.takeBack>>
    const outcome = await change(beer.id, {
      mark: (marks) => markedBy(marks, { kind: 'had', changedAt }),
      async send() {
        // Sent later, the queued wish would put the beer back on the list to try.
        if (userId !== undefined) wish = await tastingQueue.takeBack(userId, wantId(beer.id))
        return await call(addToJournal, { body: { key, beerId: beer.id } })
      },
      queue: (user, error) => tastingQueue.put(user, { kind: 'had', beer, key, changedAt }, error),
      failed: t('tastingActs.addFailed'),
    })
    addedAt.current.set(beer.id, outcome ? tappedAt : 0)
    if (!outcome) {
      wantAgain()
      return
    }
    const action = { label: t('tastingActs.undo'), run: () => void takeBack() }
    toast({
      title: t('tastingActs.added'),
      action,
      ...(outcome === 'queued' && { description: t('favorites.queued') }),
    })

    function wantAgain(): void {
      if (userId !== undefined && wish) tastingQueue.put(userId, wish)
    }

    async function takeBack(): Promise<void> {
      addedAt.current.delete(beer.id)
      const waiting = userId === undefined ? undefined : await tastingQueue.takeBack(userId, hadId(key))
      const isUnsent = userId !== undefined && waiting && !tastingQueue.mayHaveArrived(userId, waiting)
      const removed = isUnsent || (await remove())
      if (!removed) {
        if (userId !== undefined && waiting) tastingQueue.put(userId, waiting)
        return
      }
      wantAgain()
      toast({
        title: t('tastingActs.removed'),
        ...(removed === 'queued' && { description: t('favorites.queued') }),
      })
    }

    function remove() {
      return change(beer.id, {
        mark: (marks) => marks,
        async send() {
          if (outcome === 'queued' || !outcome) await removeHad(beer.id, key)
          else await call(removeJournalEntry, { params: { id: outcome.sent.id } })
        },
        queue: (user) =>
          tastingQueue.put(user, { kind: 'had', beer, key, isUndone: true, changedAt: new Date().toISOString() }),
        failed: t('tastingActs.removeFailed'),
      })
    }
  }

  async function setWanted(beer: Beer, isWanted: boolean, at?: string): Promise<void> {
    const params = { beerId: beer.id }
    const changedAt = at ?? new Date().toISOString()
    const before = queryClient.getQueryData<BeerMarks[]>(keyOf(listMarks, {}))?.find(({ beerId }) => beerId === beer.id)
    let queued: Awaited<ReturnType<typeof tastingQueue.takeBack>>
    const outcome = await change(beer.id, {
      mark: (marks) => markedBy(marks, { kind: 'want', isWanted, changedAt }),
      async send() {
        // Sent after this one, the waiting change would undo it.
        if (userId !== undefined) queued = await tastingQueue.takeBack(userId, wantId(beer.id))
        if (isWanted) await call(addWant, { params, query: at === undefined ? {} : { wantedAt: at } })
        else await call(removeWant, { params })
      },
      queue: (user) => tastingQueue.put(user, { kind: 'want', beer, isWanted, changedAt }),
      failed: t('tastingActs.wantFailed'),
    })
    if (!outcome) {
      if (userId !== undefined && queued) tastingQueue.put(userId, queued)
      return
    }
    const description = outcome === 'queued' && { description: t('favorites.queued') }
    const action = {
      label: t('tastingActs.undo'),
      run: () => void setWanted(beer, true, before?.wantedAt ?? undefined),
    }
    toast(
      isWanted
        ? { title: t('tastingActs.wanted'), ...description }
        : { title: t('tastingActs.unwanted'), action, ...description },
    )
  }

  return { isBusy: (beerId) => busy.includes(beerId), had, setWanted }
}

interface RowActProps {
  beer: Beer
  acts: TastingActs
  className?: string
}

/** For rows. */
export function HadIt({ beer, acts, className = '' }: RowActProps) {
  return (
    <IconButton
      label={t('tastingActs.hadIt', { name: beer.name })}
      isBusy={acts.isBusy(beer.id)}
      onClick={() => void acts.had(beer)}
      className={className}
    >
      <BeerMug size={20} />
    </IconButton>
  )
}

/** For rows. */
export function WantToTry({ beer, acts, isWanted, className = '' }: RowActProps & { isWanted: boolean }) {
  return (
    <IconButton
      label={t('tastingActs.want', { name: beer.name })}
      aria-pressed={isWanted}
      isBusy={acts.isBusy(beer.id)}
      onClick={() => void acts.setWanted(beer, !isWanted)}
      className={className}
    >
      <Bookmark size={20} className={isWanted ? 'fill-current text-accent-ink' : ''} />
    </IconButton>
  )
}
