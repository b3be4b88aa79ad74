/**
 * The user's current import: an upload, or its state at the server. The server stores it, so that a reload or another
 * device continues where it was.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import {
  beginImport,
  getImport,
  IMPORT_POLL_MS,
  listImports,
  type OwnImport,
  startImport,
  undoImport,
} from '#contracts'
import { call } from '#web/api/call.ts'
import { isUnanswered, userMessage } from '#web/api/call-error.ts'
import { keyOf, queryOf, signedInId, useUser } from '#web/api/queries.ts'
import { uploading } from '#web/api/upload.ts'
import { type Persisted, persisted } from '#web/device/storage.ts'
import { useToast } from '#web/ui/toast.tsx'
import { applyBrowserSettings } from './browser-settings.ts'
import { t } from './texts.ts'

const OPEN = ['checking', 'checked', 'importing']
const RUNNING = ['checking', 'importing']

/** The import that this browser saw running: it may end while the screen is closed. */
const runningOf = (userId: number | undefined): Persisted<number | null> =>
  persisted(`running-import-${userId}`, z.nullable(z.int()), null)

/** Continues when the screen is closed, until its user is no longer signed in. */
let upload: { controller: AbortController; share: number } | null = null
const listeners = new Set<() => void>()

function setUpload(next: typeof upload): void {
  upload = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export interface Importing {
  /** The share of the file that is uploaded, 0-1; null without an upload. */
  sending: number | null
  current: OwnImport | undefined
  earlier: readonly OwnImport[]
  listError: Error | null
  send: (file: File) => Promise<void>
  cancelSending: () => void
  /** While the server is asked to start or undo an import. */
  isBusy: boolean
  start: () => Promise<void>
  /** Undoes an import, or discards a preview. */
  undo: (ownImport: OwnImport) => Promise<void>
  /** Closes the report of a finished import. */
  close: () => void
}

export function useImport(): Importing {
  const queryClient = useQueryClient()
  const toast = useToast()
  const list = useQuery(queryOf(listImports, {}))
  const userId = useUser().data?.id
  const running = useMemo(() => runningOf(userId), [userId])
  const [shownId, setShownId] = useState(() => running.get() ?? undefined)
  const [isBusy, setBusy] = useState(false)
  const sending = useSyncExternalStore(subscribe, () => upload?.share ?? null)

  const id = list.data?.find(({ state }) => OPEN.includes(state))?.id ?? shownId
  const { data: current } = useQuery({
    ...queryOf(getImport, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && RUNNING.includes(data.state) ? IMPORT_POLL_MS : false),
  })
  const state = current?.state
  const settings = current?.settings
  const before = useRef(state)
  useEffect(() => {
    const wasImporting = before.current === 'importing' || running.get() === id
    before.current = state
    if (id === undefined || state === undefined) return
    if (state === 'importing') running.set(id)
    if (RUNNING.includes(state)) return
    setShownId(id)
    if (!wasImporting) return
    running.set(null)
    if (state === 'done') toast({ title: t('import.done') })
    if (state === 'done' && settings) applyBrowserSettings(settings)
    void queryClient.invalidateQueries()
  }, [state, settings, id, running, toast, queryClient])

  function refresh(): Promise<void> {
    return queryClient.invalidateQueries()
  }

  function showError(title: string, error: unknown): void {
    toast({ title, description: userMessage(error), tone: 'destructive' })
  }

  /** Whether the server has a file that it did not answer for. */
  async function hasArrived(): Promise<boolean> {
    const imports = await queryClient.fetchQuery(queryOf(listImports, {})).catch(() => [])
    return imports.some((ownImport) => OPEN.includes(ownImport.state))
  }

  /** Whether the server has started an import without an answer. */
  async function hasStarted(started: number): Promise<boolean> {
    const stateBefore = before.current
    before.current = 'importing'
    running.set(started)
    const known = await queryClient.fetchQuery(queryOf(getImport, { params: { id: started } })).catch(() => undefined)
    const isStarted = known !== undefined && known.state !== 'checked'
    if (!isStarted) {
      before.current = stateBefore
      running.set(null)
    }
    return isStarted
  }

  return {
    sending,
    current: id === undefined ? undefined : current,
    earlier: (list.data ?? []).filter((ownImport) => ownImport.id !== id && !OPEN.includes(ownImport.state)),
    listError: list.data ? null : list.error,

    async send(file) {
      const controller = new AbortController()
      const isCurrent = () => upload?.controller === controller
      const userId = signedInId(queryClient)
      const stopWatching = queryClient.getQueryCache().subscribe(() => {
        if (signedInId(queryClient) !== userId) controller.abort()
      })
      setUpload({ controller, share: 0 })
      try {
        const input = { query: { name: file.name }, form: { file } }
        const send = uploading({ onProgress: (share) => isCurrent() && setUpload({ controller, share }) })
        const begun = await call(beginImport, input, { signal: controller.signal, send })
        queryClient.setQueryData(keyOf(getImport, { params: { id: begun.id } }), begun)
        setShownId(begun.id)
        await queryClient.invalidateQueries({ queryKey: keyOf(listImports, {}) })
      } catch (error) {
        if (controller.signal.aborted) return
        if (!(isUnanswered(error) && (await hasArrived()))) showError(t('import.failed'), error)
      } finally {
        stopWatching()
        if (isCurrent()) setUpload(null)
      }
    },

    cancelSending: () => upload?.controller.abort(new DOMException('cancelled', 'AbortError')),

    isBusy,

    async start() {
      if (id === undefined) return
      setBusy(true)
      try {
        const started = await call(startImport, { params: { id } })
        before.current = 'importing'
        running.set(id)
        queryClient.setQueryData(keyOf(getImport, { params: { id } }), started)
        await queryClient.invalidateQueries({ queryKey: keyOf(listImports, {}) })
      } catch (error) {
        if (!(isUnanswered(error) && (await hasStarted(id)))) showError(t('import.failed'), error)
      } finally {
        setBusy(false)
      }
    },

    async undo(ownImport) {
      setBusy(true)
      try {
        await call(undoImport, { params: { id: ownImport.id } })
        if (ownImport.id === id) {
          before.current = undefined
          running.set(null)
          setShownId(undefined)
        }
        if (!['checking', 'checked'].includes(ownImport.state)) toast({ title: t('import.undoDone') })
      } catch (error) {
        showError(t('import.undoFailed'), error)
      }
      await refresh()
      setBusy(false)
    },

    close: () => setShownId(undefined),
  }
}
