/**
 * The photos of one menu: a further one joins it from the camera or the gallery, also without a network, and one that does
 * not belong is taken out. Each says how far it is.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { getScan, listScans, MENU_PAGES_MAX, removePage, SCAN_POLL_MS, type Scan, type ScanPage } from '#contracts'
import { saidBy } from '#web/api/call-error.ts'
import { keyOf, queryOf, useCall } from '#web/api/queries.ts'
import { beersOf } from '#web/beer/scan-summary.ts'
import { readyToSend, UnusablePhoto } from '#web/device/photo.ts'
import { handoff } from '#web/handoff/handoff.ts'
import type { Capture } from '#web/outbox/capture.ts'
import { outbox, useCaptures } from '#web/outbox/outbox.ts'
import { useToast } from '#web/ui/toast.tsx'
import { TEXTS } from './texts.ts'

/** A page as it is shown: one the server tells of, or one that is still only here. */
export interface Page {
  id: string
  number: number
  said: string
  isUnderWay: boolean
  isOnlyHere: boolean
}

export interface MenuPages {
  pages: readonly Page[]
  /** False once the menu has as many pages as a menu can have. */
  hasRoom: boolean
  isAdding: boolean
  isRemoving: boolean
  /** The file inputs that the two ways of adding open. */
  camera: RefObject<HTMLInputElement | null>
  gallery: RefObject<HTMLInputElement | null>
  onFiles: (event: ChangeEvent<HTMLInputElement>) => void
  takeOut: (page: Page) => Promise<void>
}

/** Undefined where the list is not one's own menu. */
export function useMenuPages(scanId: string | undefined): MenuPages | undefined {
  const queryClient = useQueryClient()
  const toast = useToast()
  const removal = useCall(removePage)
  const [isAdding, setAdding] = useState(false)
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const captures = useCaptures().filter(({ page }) => page !== undefined && page.of === scanId)
  const query = queryOf(getScan, { params: { id: scanId ?? '' } })
  const { data: scan, refetch } = useQuery({
    ...query,
    enabled: scanId !== undefined,
    refetchInterval: ({ state }) =>
      captures.some(({ state }) => state === 'accepted') || state.data?.pages?.some(isBeingRead) ? SCAN_POLL_MS : false,
  })

  // What the list shows comes from the scan once it has several pages.
  useEffect(() => {
    if (scan?.pages) handoff.correctMenu(scan.id, beersOf(scan))
  }, [scan])
  // A page that left the outbox has been read, and one that was taken by the server has begun.
  const sent = captures.map(({ id, state }) => `${id} ${state}`).join()
  const sentBefore = useRef(sent)
  useEffect(() => {
    if (sentBefore.current === sent) return
    sentBefore.current = sent
    void refetch()
  }, [sent, refetch])
  if (scanId === undefined) return undefined
  const menuId = scanId

  const known = scan?.pages ?? (scan ? [alone(scan)] : [])
  const onlyHere = captures.filter(({ id }) => !known.some((page) => page.id === id))
  const pages = [...known.map(told), ...onlyHere.map(kept)]
  const next = Math.max(1, ...pages.map(({ number }) => number)) + 1
  const room = MENU_PAGES_MAX - Math.max(1, pages.length)

  async function add(files: readonly File[]): Promise<void> {
    setAdding(true)
    const refused = await addPages(menuId, next, files.slice(0, room))
    if (files.length > room) refused.push(TEXTS.pagesMost(MENU_PAGES_MAX))
    if (refused.length > 0) toast({ title: TEXTS.pageRefused, description: refused.join(' '), tone: 'destructive' })
    setAdding(false)
  }

  function onFiles({ target }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(target.files ?? [])]
    target.value = ''
    void add(files)
  }

  async function takeOut(page: Page): Promise<void> {
    if (page.isOnlyHere) return await outbox.cancel(page.id)
    try {
      const left = await removal.mutateAsync({ params: { id: menuId, page: page.id } })
      queryClient.setQueryData(query.queryKey, left)
      handoff.correctMenu(menuId, beersOf(left))
      void queryClient.invalidateQueries({ queryKey: keyOf(listScans, {}) })
      if (outbox.get(page.id)) await outbox.drop(page.id)
    } catch (error) {
      toast({ title: TEXTS.error, description: `${TEXTS.removePageFailed}. ${saidBy(error)}`, tone: 'destructive' })
    }
  }

  const isRemoving = removal.isPending
  return { pages, hasRoom: room > 0, isAdding, isRemoving, camera, gallery, onFiles, takeOut }
}

const isBeingRead = ({ status }: Pick<ScanPage, 'status'>) => status === 'processing'

/** A scan of one photo is its own first page. */
function alone(scan: Scan): ScanPage {
  const { id, status, progressCurrent, progressTotal, stage, failure } = scan
  return { id, number: 1, status, progressCurrent, progressTotal, stage, failure, beers: beersOf(scan).length }
}

function told(page: ScanPage): Page {
  const { id, number, status, stage, failure, beers } = page
  const said = status === 'completed' ? TEXTS.count(beers) : status === 'failed' ? (failure ?? TEXTS.pageFailed) : stage
  return { id, number, said: said ?? TEXTS.pageReading, isUnderWay: isBeingRead(page), isOnlyHere: false }
}

function kept({ id, page, state, problem }: Capture): Page {
  const said = problem ?? (state === 'waiting' ? TEXTS.pageWaiting : TEXTS.pageReading)
  const isUnderWay = state === 'waiting' || state === 'accepted'
  return { id, number: page?.number ?? 1, said, isUnderWay, isOnlyHere: true }
}

/** Writes the photos down, in order, and leaves them to the outbox; those that cannot be sent are named with the reason. */
async function addPages(scanId: string, first: number, files: readonly File[]): Promise<string[]> {
  const refused: string[] = []
  let number = first
  for (const file of files) {
    try {
      const { id } = await outbox.add(await readyToSend(file), 'menu', { of: scanId, number })
      number += 1
      void outbox.retry(id)
    } catch (error) {
      if (!(error instanceof UnusablePhoto)) throw error
      refused.push(`${file.name}: ${error.message}`)
    }
  }
  return refused
}
