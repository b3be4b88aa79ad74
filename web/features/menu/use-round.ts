/** A round as its guests see it: polled while the page is visible, so that every node and tab shows the same. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type Beer,
  closeRound,
  getRound,
  joinRound,
  leaveRound,
  ROUND_POLL_MS,
  type Round,
  type RoundGuest,
  unwish,
  wishFor,
} from '#contracts'
import { call } from '#web/api/call.ts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { optimistically } from '#web/api/optimistic.ts'
import { keyOf, queryOf } from '#web/api/queries.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

export interface RoundLink {
  scanId: string
  token: string
}

export interface RoundActs {
  isBusy: boolean
  join: (name: string) => Promise<void>
  leave: () => Promise<void>
  /** Returns false if that failed. */
  close: () => Promise<boolean>
  setWish: (beer: Pick<Beer, 'id'>, isWished: boolean) => Promise<void>
}

/** Closed, ended, or never there: the server does not tell which. */
export const isClosed = (error: Error | null) =>
  error instanceof CallError && (error.status === 404 || error.status === 400)

export function useRound({ scanId, token }: RoundLink) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const lastWish = useRef<Promise<unknown>>(Promise.resolve())
  const link = { params: { id: scanId }, query: { token } }
  const key = keyOf(getRound, link)
  const {
    data: round,
    error,
    refetch,
  } = useQuery({
    ...queryOf(getRound, link),
    refetchInterval: ({ state }) => (isClosed(state.error) ? false : ROUND_POLL_MS),
    refetchOnWindowFocus: true,
  })

  /** Reports a failure by a toast. */
  async function reported(failed: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (cause) {
      toast({ title: failed, description: userMessage(cause), tone: 'destructive' })
      return false
    }
  }

  async function act(failed: string, work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    const isDone = await reported(failed, work)
    await queryClient.invalidateQueries({ queryKey: key })
    setBusy(false)
    return isDone
  }

  const acts: RoundActs = {
    isBusy,
    async join(name) {
      await act(t('round.joinFailed'), () => call(joinRound, { ...link, body: { name } }))
    },
    async leave() {
      await act(t('round.leaveFailed'), () => call(leaveRound, link))
    },
    close: () => act(t('round.closeFailed'), () => call(closeRound, { params: link.params })),
    async setWish({ id: beerId }, isWished) {
      const wish = { params: { id: scanId, beerId }, query: link.query }
      // The last tap counts: one that takes a wish back must not overtake it.
      const send = () => call(isWished ? wishFor : unwish, wish)
      await reported(t('round.wishFailed'), () =>
        optimistically<Round, Round>(queryClient, {
          key,
          update: (shown) => ({ ...shown, guests: shown.guests.map((guest) => wishing(guest, beerId, isWished)) }),
          send() {
            const sent = lastWish.current.then(send, send)
            lastWish.current = sent
            return sent
          },
        }),
      )
    },
  }
  return { round, error, refetch, acts }
}

function wishing(guest: RoundGuest, beerId: number, isWished: boolean): RoundGuest {
  if (!guest.isYou) return guest
  const others = guest.wishes.filter((id) => id !== beerId)
  return { ...guest, wishes: isWished ? [...others, beerId] : others }
}
