/**
 * Short notices at the top of the screen, one at a time. What shows them is loaded after the first screen, at once and
 * not with the first notice: that notice may be the one that says the network is gone.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { TOAST_REMOVE_DELAY_MS, TOASTS_SHOWN } from '#contracts'
import type { Notice, Shown, ToastList } from './toast-list.tsx'

export type { Notice } from './toast-list.tsx'

const Announce = createContext<(notice: Notice) => void>(() => {
  throw new Error('useToast is used outside of ToastProvider')
})

/** Shows a notice. */
export function useToast(): (notice: Notice) => void {
  return useContext(Announce)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Shown[]>([])
  const nextId = useRef(0)
  const removals = useRef(new Set<ReturnType<typeof setTimeout>>())

  const [List, setList] = useState<typeof ToastList>()

  useEffect(() => {
    void import('./toast-list.tsx').then(({ ToastList }) => setList(() => ToastList))
  }, [])

  useEffect(() => {
    const timers = removals.current
    return () => timers.forEach(clearTimeout)
  }, [])

  const announce = useCallback((notice: Notice) => {
    nextId.current += 1
    const shown = { ...notice, id: nextId.current, open: true }
    setNotices((before) => [shown, ...before].slice(0, TOASTS_SHOWN))
  }, [])

  const close = (id: number) => {
    setNotices((before) => before.map((notice) => (notice.id === id ? { ...notice, open: false } : notice)))
    const timer = setTimeout(() => {
      removals.current.delete(timer)
      setNotices((before) => before.filter((notice) => notice.id !== id))
    }, TOAST_REMOVE_DELAY_MS)
    removals.current.add(timer)
  }

  return (
    <Announce value={announce}>
      {children}
      {List && <List notices={notices} close={close} />}
    </Announce>
  )
}
