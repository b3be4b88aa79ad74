/** A modal bottom sheet; Escape, Back on Android, the scrim and its close button dismiss it. */
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ComponentProps, createContext, type ReactNode, useContext, useDeferredValue, useRef } from 'react'
import { IconButton } from './button.tsx'
import { useCloseRequest } from './close-request.ts'
import { keepFocus } from './focus.ts'
import { openSheet } from './open-sheets.ts'
import { t } from './texts.ts'

interface SheetProps {
  open: boolean
  onClose: () => void
  title: string
  /** A line under the title. */
  note?: ReactNode
  children: ReactNode
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  /** False while only the sheet's own buttons may close it. */
  closable?: boolean
  /** Listeners on the sheet, such as those of `useDismissAfter`. */
  listeners?: ComponentProps<'div'>
  /** Dark in both themes, as on the camera. So are the sheets opened from it. */
  dusk?: boolean
}

const InDusk = createContext(false)

export function Sheet({
  open,
  onClose,
  title,
  note,
  children,
  footer,
  closable = true,
  listeners,
  dusk = false,
}: SheetProps) {
  const isDusk = useContext(InDusk) || dusk
  const returnFocus = useRef<() => void>(undefined)
  // Mounting the panel is slow: a deferred value lets the tap paint first.
  const isMounted = useDeferredValue(open, false)
  const isOpen = open && isMounted
  useCloseRequest(isOpen && closable, onClose)
  return (
    <InDusk value={isDusk}>
      <Dialog.Root open={isOpen} onOpenChange={(next) => !next && closable && onClose()}>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-black/60" />
          <Dialog.Content
            ref={openSheet}
            {...listeners}
            // Radix returns the focus only to its own trigger, and sheets open from anywhere.
            onOpenAutoFocus={() => {
              returnFocus.current = keepFocus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              returnFocus.current?.()
            }}
            {...(note ? {} : { 'aria-describedby': undefined })}
            className={`${isDusk ? 'dusk ' : ''}column fixed inset-x-0 bottom-0 z-50 [:root:has(.beside-tabs)_&]:left-(--rail) flex max-h-[88dvh] animate-sheet flex-col rounded-t-[30px] border border-b-0 border-line bg-ground text-ink shadow-[0_-30px_80px_#0009] outline-none md:bottom-[max(0.85rem,env(safe-area-inset-bottom))] md:rounded-b-[30px] md:border-b`}
          >
            <div className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-ink/20 md:invisible" />
            <header className="flex shrink-0 items-start justify-between gap-3 px-5.5 pt-3 pb-2">
              <div className="min-w-0 pt-1.5">
                <Dialog.Title className="text-[1.45rem] leading-tight">{title}</Dialog.Title>
                {note && (
                  <Dialog.Description asChild>
                    <div className="mt-1 text-sm text-ink-2">{note}</div>
                  </Dialog.Description>
                )}
              </div>
              {closable && (
                <Dialog.Close asChild>
                  <IconButton label={t('close')} className="-mr-2">
                    <X size={22} />
                  </IconButton>
                </Dialog.Close>
              )}
            </header>
            <div
              className={`min-h-0 overflow-y-auto overscroll-contain px-5.5 ${footer ? 'pb-4' : 'pb-[max(1.25rem,env(safe-area-inset-bottom))] md:rounded-b-[29px]'}`}
            >
              {children}
            </div>
            {footer && (
              <div className="flex shrink-0 flex-wrap gap-2.5 border-t border-line px-5.5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
                {footer}
              </div>
            )}
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </InDusk>
  )
}
