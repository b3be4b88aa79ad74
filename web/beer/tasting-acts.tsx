/** One tap says that the user had a beer, or wants to try it. It shows at once in all marks, and can be undone. */
import { useQueryClient } from '@tanstack/react-query'
import { Beer as BeerMug } from 'lucide-react'
import { useState } from 'react'
import {
  addToJournal,
  addWant,
  type Beer,
  type BeerMarks,
  listMarks,
  removeJournalEntry,
  removeWant,
  type TriedEntry,
} from '#contracts'
import { call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { keyOf } from '#web/api/queries.ts'
import { newId } from '#web/device/new-id.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { refreshJournal } from './journal.ts'
import { t } from './texts.ts'

type Named = Pick<Beer, 'id' | 'name'>

export interface TastingActs {
  isBusy: (beerId: number) => boolean
  had: (beer: Named) => Promise<void>
  setWanted: (beer: Named, isWanted: boolean) => Promise<void>
}

export function useTastingActs(): TastingActs {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState<readonly number[]>([])

  /** Marks the beer at once, and rolls back if the call fails. Returns undefined then; a toast reports it. */
  async function change<T>(
    beerId: number,
    mark: (marks: BeerMarks) => BeerMarks,
    act: () => Promise<T>,
    failed: string,
  ): Promise<{ done: T } | undefined> {
    const key = keyOf(listMarks, {})
    setBusy((now) => [...now, beerId])
    await queryClient.cancelQueries({ queryKey: key })
    const before = queryClient.getQueryData<BeerMarks[]>(key)
    queryClient.setQueryData<BeerMarks[]>(key, (list) => list && marked(list, beerId, mark))
    try {
      return { done: await act() }
    } catch (error) {
      queryClient.setQueryData(key, before)
      toast({ title: t('tastingActs.error'), description: `${failed}. ${userMessage(error)}`, tone: 'destructive' })
      return undefined
    } finally {
      setBusy((now) => now.filter((id) => id !== beerId))
      await refreshJournal(queryClient)
    }
  }

  async function had({ id }: Named): Promise<void> {
    const key = newId()
    const triedAt = new Date().toISOString()
    const added = await change(
      id,
      (marks) => ({ ...marks, triedAt, timesTried: marks.timesTried + 1, wantedAt: null }),
      () => call(addToJournal, { body: { key, beerId: id } }),
      t('tastingActs.addFailed'),
    )
    if (added)
      toast({
        title: t('tastingActs.added'),
        action: { label: t('tastingActs.undo'), run: () => void undo(added.done) },
      })
  }

  async function undo({ id, beerId }: TriedEntry): Promise<void> {
    const removed = await change(
      beerId,
      (marks) => marks,
      () => call(removeJournalEntry, { params: { id } }),
      t('tastingActs.removeFailed'),
    )
    if (removed) toast({ title: t('tastingActs.removed') })
  }

  async function setWanted(beer: Named, isWanted: boolean): Promise<void> {
    const params = { beerId: beer.id }
    const changed = await change(
      beer.id,
      (marks) => ({ ...marks, wantedAt: isWanted ? new Date().toISOString() : null }),
      async () => (isWanted ? void (await call(addWant, { params })) : await call(removeWant, { params })),
      t('tastingActs.wantFailed'),
    )
    if (!changed) return
    const action = { label: t('tastingActs.undo'), run: () => void setWanted(beer, true) }
    toast(isWanted ? { title: t('tastingActs.wanted') } : { title: t('tastingActs.unwanted'), action })
  }

  return { isBusy: (beerId) => busy.includes(beerId), had, setWanted }
}

function marked(list: readonly BeerMarks[], beerId: number, mark: (marks: BeerMarks) => BeerMarks): BeerMarks[] {
  const none = { beerId, triedAt: null, timesTried: 0, scannedAt: null, wantedAt: null }
  const old = list.find((marks) => marks.beerId === beerId) ?? none
  return [mark(old), ...list.filter((marks) => marks.beerId !== beerId)]
}

/** For rows. */
export function HadIt({ beer, acts, className = '' }: { beer: Named; acts: TastingActs; className?: string }) {
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
