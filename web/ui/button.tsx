/** The buttons: one amber one for the next thing to do, quiet ones for the rest, round ones for a single icon. */
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useTooltip } from './tooltip.tsx'

const LOOKS = {
  primary:
    'bg-linear-to-b from-amber to-amber-deep text-[#2a1503] shadow-[inset_0_1px_#fff6] hover:brightness-105 active:brightness-95',
  quiet: 'bg-raised text-ink shadow-[inset_0_0_0_1px_var(--line)] hover:brightness-110 active:brightness-95',
  danger: 'bg-transparent text-danger shadow-[inset_0_0_0_1.5px_currentColor] hover:bg-danger/10',
} as const
export type ButtonLook = keyof typeof LOOKS

const SHAPE =
  'inline-flex min-h-13 items-center justify-center gap-2 rounded-button px-5 py-2.5 text-center font-bold leading-tight transition-[filter,transform,opacity] duration-150 active:scale-[0.98] disabled:pointer-events-none disabled:opacity-50'

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = 'primary', extra = ''): string {
  return `${SHAPE} ${LOOKS[look]} ${extra}`
}

interface Waiting {
  /** While what it does is under way: it does nothing, and keeps the focus that a disabled button would lose. */
  isBusy?: boolean
}

export function Button({
  look = 'primary',
  className = '',
  isBusy = false,
  ...props
}: ComponentProps<'button'> & Waiting & { look?: ButtonLook }) {
  return (
    <button
      type="button"
      {...props}
      {...(isBusy && WAITING)}
      className={buttonClass(look, `${isBusy ? BUSY : ''} ${className}`)}
    />
  )
}

/** A 44 px target that shows only an icon; its name is for screen readers and the tooltip. */
export function IconButton({
  label,
  children,
  className = '',
  isBusy = false,
  ...props
}: Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & Waiting & { label: string; children: ReactNode }) {
  const { watch, tooltip } = useTooltip(label)
  return (
    <button
      type="button"
      aria-label={label}
      {...watch}
      {...props}
      {...(isBusy && WAITING)}
      className={`grid size-11 shrink-0 place-items-center rounded-2xl text-ink-2 transition-[background-color,color,transform] duration-150 hover:bg-ink/8 active:scale-95 disabled:opacity-50 ${isBusy ? BUSY : ''} ${className}`}
    >
      {children}
      {tooltip}
    </button>
  )
}

/** A form is not sent by it either. */
const WAITING = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() } as const
const BUSY = 'cursor-default! opacity-50'
