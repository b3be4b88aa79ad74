/** Renders the toasts; Radix handles swipe, F8, Escape and the announcement to screen readers. */
import { Toast } from 'radix-ui'
import { createPortal } from 'react-dom'
import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX, TOAST_VIEWPORT_MAX_WIDTH_PX } from '#contracts'
import { useTopSheet } from './open-sheets.ts'

export interface Notice {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  /** A button, available while the toast is shown. */
  action?: { label: string; run: () => void }
}
export interface ShownNotice extends Notice {
  id: number
  open: boolean
}

export function ToastList({ notices, close }: { notices: readonly ShownNotice[]; close: (id: number) => void }) {
  const sheet = useTopSheet()
  const viewport = (
    <Toast.Viewport
      hotkey={[TOAST_HOTKEY]}
      style={{ maxWidth: TOAST_VIEWPORT_MAX_WIDTH_PX }}
      className="toasts left-1/2 z-60 grid w-full -translate-x-1/2 gap-2 outline-none"
    />
  )
  return (
    <Toast.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}>
      {notices.map((notice) => (
        <Toast.Root
          key={notice.id}
          open={notice.open}
          onOpenChange={(open) => !open && close(notice.id)}
          // Radix lets the region around it take pointers only after it has counted its toasts.
          style={{ pointerEvents: 'auto' }}
          // Without an animation to wait for, a closed toast is gone at once: nobody can tab into it.
          className={`animate-toast touch-pan-y wrap-anywhere data-[state=closed]:animate-none rounded-2xl border bg-bar px-4 py-3 shadow-[0_16px_50px_#0008] data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${
            notice.tone === 'destructive' ? 'border-danger/60' : 'border-line'
          }`}
        >
          <Toast.Title className={`font-bold leading-snug ${notice.tone === 'destructive' ? 'text-danger' : ''}`}>
            {notice.title}
          </Toast.Title>
          {notice.description && (
            <Toast.Description className="mt-0.5 whitespace-pre-line text-sm leading-snug text-ink-2">
              {notice.description}
            </Toast.Description>
          )}
          {notice.action && (
            <Toast.Action
              altText={notice.action.label}
              onClick={(event) => {
                // The time of a toast stands still while the focus is in it, and would for those that follow.
                event.currentTarget.blur()
                notice.action?.run()
              }}
              className="-mx-2 -mb-2 mt-0.5 min-h-11 rounded-xl px-2 font-bold text-accent-ink"
            >
              {notice.action.label}
            </Toast.Action>
          )}
        </Toast.Root>
      ))}
      {sheet ? createPortal(viewport, sheet) : viewport}
    </Toast.Provider>
  )
}
