/** The notices that stand or stood: the newest only, and each for a while after it was dismissed. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { TOAST_REMOVE_DELAY_MS, TOASTS_SHOWN } from '#contracts'
import type { Notice, Shown } from './toast-list.tsx'

export function useNotices() {
  const [notices, setNotices] = useState<Shown[]>([])
  const nextId = useRef(0)
  const removals = useRef(new Set<ReturnType<typeof setTimeout>>())

  useEffect(() => {
    const timers = removals.current
    return () => timers.forEach(clearTimeout)
  }, [])

  const announce = useCallback((notice: Notice) => {
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

  return { notices, announce, close }
}
