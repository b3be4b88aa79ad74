/**
 * The pages of a menu: adding them from the camera or the gallery, also offline, removing them, and the state of each.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { getScan, listScans, MENU_PAGES_MAX, removePage, SCAN_POLL_MS, type Scan, type ScanPage } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { failureText } from '#web/api/errors/error-text.ts'
import { keyOf, queryOf, useCall } from '#web/api/queries.ts'
import { readyToSend, UnusablePhoto } from '#web/device/photo.ts'
import { handoff } from '#web/handoff/handoff.ts'
import type { Capture } from '#web/outbox/capture.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { useCaptures } from '#web/outbox/use-captures.ts'
import { beersOf } from '#web/scan-result/scan-summary.ts'
import { stageText } from '#web/scan-result/stage-text.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

/** A page as shown, from the server or still in the outbox. */
interface Page {
  id: string
  number: number
  state: string
  isRunning: boolean
  isLocal: boolean
}

export interface MenuPages {
  pages: readonly Page[]
  /** False once the menu has the maximum number of pages. */
  hasRoom: boolean
  isAdding: boolean
  isRemoving: boolean
  /** The file inputs behind the two buttons. */
  camera: RefObject<HTMLInputElement | null>
  gallery: RefObject<HTMLInputElement | null>
  onFiles: (event: ChangeEvent<HTMLInputElement>) => void
  remove: (page: Page) => Promise<void>
}

/** Undefined if the list is not the user's own menu. */
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
      captures.some(({ state }) => state === 'accepted') || state.data?.pages?.some(isProcessing)
        ? SCAN_POLL_MS
        : false,
  })

  // With several pages, the rows come from the stored scan.
  useEffect(() => {
    if (scan?.pages) handoff.correctMenu(scan.id, beersOf(scan))
  }, [scan])
  // A page that left the outbox was processed; one that changed state has started.
  const sent = captures.map(({ id, state }) => `${id} ${state}`).join()
  const sentBefore = useRef(sent)
  useEffect(() => {
    if (sentBefore.current === sent) return
    sentBefore.current = sent
    void refetch()
  }, [sent, refetch])
  if (scanId === undefined) return undefined
  const menuId = scanId

  const known = scan?.pages ?? (scan ? [onlyPage(scan)] : [])
  const local = captures.filter(({ id }) => !known.some((page) => page.id === id))
  const pages = [...known.map(storedPage), ...local.map(localPage)]
  const next = Math.max(1, ...pages.map(({ number }) => number)) + 1
  const room = MENU_PAGES_MAX - Math.max(1, pages.length)

  async function add(files: readonly File[]): Promise<void> {
    setAdding(true)
    try {
      const unusable = await addPages(menuId, next, files.slice(0, room))
      if (files.length > room) unusable.push(t('pagesMost', { most: MENU_PAGES_MAX }))
      if (unusable.length > 0) toast({ title: t('pageRefused'), description: unusable.join(' '), tone: 'destructive' })
    } finally {
      setAdding(false)
    }
  }

  function onFiles({ target }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(target.files ?? [])]
    target.value = ''
    void add(files)
  }

  async function remove(page: Page): Promise<void> {
    if (page.isLocal) return await outbox.cancel(page.id)
    try {
      const left = await removal.mutateAsync({ params: { id: menuId, page: page.id } })
      // The answer to an earlier question would have the page.
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      queryClient.setQueryData(query.queryKey, left)
      handoff.correctMenu(menuId, beersOf(left))
      void queryClient.invalidateQueries({ queryKey: keyOf(listScans, {}) })
      if (outbox.get(page.id)) await outbox.drop(page.id)
    } catch (error) {
      toast({
        title: t('error'),
        description: `${t('removePageFailed')}. ${userMessage(error)}`,
        tone: 'destructive',
      })
    }
  }

  const isRemoving = removal.isPending
  return { pages, hasRoom: room > 0, isAdding, isRemoving, camera, gallery, onFiles, remove }
}

const isProcessing = ({ status }: Pick<ScanPage, 'status'>) => status === 'processing'

/** A scan of one photo is its own first page. */
function onlyPage(scan: Scan): ScanPage {
  const { id, status, progressCurrent, progressTotal, stage, failure, failureCode } = scan
  const progress = { status, progressCurrent, progressTotal, stage, failure, failureCode }
  return { id, number: 1, ...progress, beers: beersOf(scan).length }
}

function storedPage(page: ScanPage): Page {
  const { id, number, status, stage, beers } = page
  const text =
    status === 'completed'
      ? t('count', { beers })
      : status === 'failed'
        ? (failureText(page) ?? t('pageFailed'))
        : stage && stageText(stage)
  return { id, number, state: text ?? t('pageReading'), isRunning: isProcessing(page), isLocal: false }
}

function localPage({ id, page, state, problem }: Capture): Page {
  const text = problem ?? (state === 'waiting' ? t('pageWaiting') : t('pageReading'))
  const isRunning = state === 'waiting' || state === 'accepted'
  return { id, number: page?.number ?? 1, state: text, isRunning, isLocal: true }
}

/** Adds the photos to the outbox in order. Returns the unusable ones with the reason. */
async function addPages(scanId: string, first: number, files: readonly File[]): Promise<string[]> {
  const unusable: string[] = []
  let number = first
  for (const file of files) {
    try {
      const { id } = await outbox.add(await readyToSend(file), 'menu', { of: scanId, number })
      number += 1
      void outbox.retry(id)
    } catch (error) {
      if (!(error instanceof UnusablePhoto)) throw error
      unusable.push(`${file.name}: ${error.message}`)
    }
  }
  return unusable
}
