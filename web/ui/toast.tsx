/**
 * Toasts, one at a time. The list that renders them is loaded after the first screen but before
 * the first toast: that toast may be the one that says the network is gone. Where that failed, each toast loads it again.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { TOAST_REMOVE_DELAY_MS, TOASTS_SHOWN } from '#contracts'
import type { Notice, ShownNotice, ToastList } from './toast-list.tsx'

export type { Notice } from './toast-list.tsx'

const ShowToast = createContext<(notice: Notice) => void>(() => {
  throw new Error('useToast is used outside of ToastProvider')
})

/** Returns the function that shows a toast. */
export function useToast(): (notice: Notice) => void {
  return useContext(ShowToast)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const { notices, show, close } = useNotices()
  const [List, setList] = useState<typeof ToastList>()

  const load = useCallback(() => {
    import('./toast-list.tsx').then(({ ToastList }) => setList(() => ToastList)).catch(() => undefined)
  }, [])
  useEffect(load, [load])

  const loadAndShow = useCallback(
    (notice: Notice) => {
      load()
      show(notice)
    },
    [load, show],
  )

  return (
    <ShowToast value={loadAndShow}>
      {children}
      {List && <List notices={notices} close={close} />}
    </ShowToast>
  )
}

/** The newest toasts, open or closed. A closed one is removed only after a delay. */
export function useNotices() {
  const [notices, setNotices] = useState<ShownNotice[]>([])
  const nextId = useRef(0)
  const removals = useRef(new Set<ReturnType<typeof setTimeout>>())

  useEffect(() => {
    const timers = removals.current
    return () => timers.forEach(clearTimeout)
  }, [])

  const show = useCallback((notice: Notice) => {
    nextId.current += 1
    const shown = { ...notice, id: nextId.current, open: true }
    setNotices((before) => [shown, ...before].slice(0, TOASTS_SHOWN))
  }, [])

  const close = useCallback((id: number) => {
    setNotices((before) => before.map((notice) => (notice.id === id ? { ...notice, open: false } : notice)))
    const timer = setTimeout(() => {
      removals.current.delete(timer)
      setNotices((before) => before.filter((notice) => notice.id !== id))
    }, TOAST_REMOVE_DELAY_MS)
    removals.current.add(timer)
  }, [])

  return { notices, show, close }
}
