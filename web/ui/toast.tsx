/**
 * Short notices at the top of the screen, one at a time, in a live region of their own. Each is said once: a notice
 * stands in the page a single time, for eyes and screen readers alike. A notice goes by itself unless it is looked at;
 * Escape or a swipe to the right puts it away, F8 brings the focus to it.
 */
import {
  createContext,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_REMOVE_DELAY_MS,
  TOAST_SWIPE_THRESHOLD_PX,
  TOAST_VIEWPORT_MAX_WIDTH_PX,
  TOASTS_SHOWN,
} from '#contracts'
import { useDismissAfter } from './timing.ts'

export interface Notice {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
}
interface Shown extends Notice {
  id: number
  open: boolean
}

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
  const region = useRef<HTMLElement>(null)

  useEffect(() => {
    const timers = removals.current
    return () => timers.forEach(clearTimeout)
  }, [])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === TOAST_HOTKEY && region.current?.focus()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
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
      <section
        ref={region}
        tabIndex={-1}
        aria-label={`Notifications (${TOAST_HOTKEY})`}
        style={{ maxWidth: TOAST_VIEWPORT_MAX_WIDTH_PX }}
        className="pointer-events-none fixed top-[max(0.9rem,env(safe-area-inset-top))] left-1/2 z-60 w-full -translate-x-1/2"
      >
        <div role="status" aria-live="polite">
          {notices
            .filter((notice) => notice.open)
            .map((notice) => (
              <Toast key={notice.id} notice={notice} onClose={() => close(notice.id)} />
            ))}
        </div>
      </section>
    </Announce>
  )
}

function Toast({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const watch = useDismissAfter(TOAST_DURATION_MS, onClose, true)
  const [swiped, setSwiped] = useState(0)
  const startX = useRef<number>(undefined)
  const isDestructive = notice.tone === 'destructive'

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])

  function end(event: PointerEvent<HTMLDivElement>): void {
    if (swiped >= TOAST_SWIPE_THRESHOLD_PX) onClose()
    startX.current = undefined
    setSwiped(0)
    watch.onPointerUp?.(event)
  }

  return (
    <div
      {...watch}
      onPointerDown={(event) => {
        startX.current = event.clientX
        watch.onPointerDown?.(event)
      }}
      onPointerMove={(event) => {
        if (startX.current !== undefined) setSwiped(Math.max(0, event.clientX - startX.current))
      }}
      onPointerUp={end}
      onPointerCancel={end}
      style={{ transform: `translateX(${swiped}px)` }}
      className={`pointer-events-auto animate-toast touch-pan-y rounded-2xl border bg-bar px-4 py-3 shadow-[0_16px_50px_#0008] backdrop-blur-xl ${
        isDestructive ? 'border-danger/60' : 'border-line'
      }`}
    >
      <p className={`font-bold leading-snug ${isDestructive ? 'text-danger' : ''}`}>{notice.title}</p>
      {notice.description && <p className="mt-0.5 text-sm leading-snug text-ink-2">{notice.description}</p>}
    </div>
  )
}
