/**
 * The one import a user works on: a file on its way, or what the server makes of it. The server holds it, so that a reload, or
 * another device, finds it where it is.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
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
import { saidBy } from '#web/api/call-error.ts'
import { keyOf, queryOf } from '#web/api/queries.ts'
import { upload } from '#web/api/upload.ts'
import { useToast } from '#web/ui/toast.tsx'
import { IMPORT_TEXTS } from './texts.ts'

const OPEN = ['looking', 'looked', 'importing']
const AT_WORK = ['looking', 'importing']

export interface Importing {
  /** Share of a file on its way that was sent, 0-1; null when none is. */
  sending: number | null
  current: OwnImport | undefined
  earlier: readonly OwnImport[]
  listError: Error | null
  send: (file: File) => Promise<void>
  cancelSending: () => void
  start: () => Promise<void>
  /** Takes an import back, or drops what was looked through. */
  takeBack: (one: OwnImport) => Promise<void>
  /** Puts the report of an ended import away. */
  close: () => void
}

export function useImport(): Importing {
  const queryClient = useQueryClient()
  const toast = useToast()
  const list = useQuery(queryOf(listImports, {}))
  const [shownId, setShownId] = useState<number>()
  const [sending, setSending] = useState<number | null>(null)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(new DOMException('the screen was left', 'AbortError')), [])

  const id = list.data?.find(({ state }) => OPEN.includes(state))?.id ?? shownId
  const { data: current } = useQuery({
    ...queryOf(getImport, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && AT_WORK.includes(data.state) ? IMPORT_POLL_MS : false),
  })
  const state = current?.state
  const before = useRef(state)
  useEffect(() => {
    const wasImporting = before.current === 'importing'
    before.current = state
    if (state === undefined || AT_WORK.includes(state)) return
    setShownId(id)
    if (!wasImporting) return
    if (state === 'done') toast({ title: IMPORT_TEXTS.done })
    void queryClient.invalidateQueries()
  }, [state, id, toast, queryClient])

  function refresh(): Promise<void> {
    return queryClient.invalidateQueries()
  }

  function tell(title: string, error: unknown): void {
    toast({ title, description: saidBy(error), tone: 'destructive' })
  }

  return {
    sending,
    current: id === undefined ? undefined : current,
    earlier: (list.data ?? []).filter((one) => one.id !== id && !OPEN.includes(one.state)),
    listError: list.data ? null : list.error,

    async send(file) {
      const controller = new AbortController()
      abort.current = controller
      setSending(0)
      try {
        const input = { query: { name: file.name }, form: { file } }
        const begun = await upload(beginImport, input, { signal: controller.signal, onSent: setSending })
        queryClient.setQueryData(keyOf(getImport, { params: { id: begun.id } }), begun)
        setShownId(begun.id)
        await queryClient.invalidateQueries({ queryKey: keyOf(listImports, {}) })
      } catch (error) {
        if (!controller.signal.aborted) tell(IMPORT_TEXTS.failed, error)
      } finally {
        setSending(null)
      }
    },

    cancelSending: () => abort.current?.abort(new DOMException('cancelled', 'AbortError')),

    async start() {
      if (id === undefined) return
      try {
        const started = await call(startImport, { params: { id } })
        before.current = 'importing'
        queryClient.setQueryData(keyOf(getImport, { params: { id } }), started)
        await queryClient.invalidateQueries({ queryKey: keyOf(listImports, {}) })
      } catch (error) {
        tell(IMPORT_TEXTS.failed, error)
      }
    },

    async takeBack(one) {
      try {
        await call(undoImport, { params: { id: one.id } })
        before.current = undefined
        if (one.id === id) setShownId(undefined)
        if (!['looking', 'looked'].includes(one.state)) toast({ title: IMPORT_TEXTS.takenBack })
      } catch (error) {
        tell(IMPORT_TEXTS.undoFailed, error)
      }
      await refresh()
    },

    close: () => setShownId(undefined),
  }
}
