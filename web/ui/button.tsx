/** Buttons: amber for the primary action, quiet for the rest, round for a single icon. */
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useTooltip } from './tooltip.tsx'

const VARIANTS = {
  primary:
    'bg-linear-to-b from-amber to-amber-deep text-[#2a1503] shadow-[inset_0_1px_#fff6] hover:brightness-105 active:brightness-95',
  quiet: 'bg-raised text-ink shadow-[inset_0_0_0_1px_var(--line)] hover:brightness-110 active:brightness-95',
  danger: 'bg-transparent text-danger shadow-[inset_0_0_0_1.5px_currentColor] hover:bg-danger/10',
} as const
export type ButtonVariant = keyof typeof VARIANTS

const SHAPE =
  'inline-flex min-h-13 items-center justify-center gap-2 rounded-button px-5 py-2.5 text-center font-bold max-[22rem]:gap-1.5 max-[22rem]:px-2.5 has-[>svg]:text-left leading-tight transition-[filter,transform,opacity] duration-150 active:scale-[0.98] disabled:pointer-events-none disabled:opacity-50'

/** The classes of a button, for links styled as one. */
export function buttonClass(variant: ButtonVariant = 'primary', extra = ''): string {
  return `${SHAPE} ${VARIANTS[variant]} ${extra}`
}

/** The classes of a button that looks like a link: an icon and a few words. */
export const TEXT_BUTTON =
  'inline-flex min-h-11 items-center gap-2 px-1 text-left font-semibold text-accent-ink disabled:opacity-50'

interface Busy {
  /** While the action runs: clicks do nothing. Unlike `disabled`, the button keeps the focus. */
  isBusy?: boolean
}

export function Button({
  variant = 'primary',
  className = '',
  isBusy = false,
  ...props
}: ComponentProps<'button'> & Busy & { variant?: ButtonVariant }) {
  return (
    <button
      type="button"
      {...props}
      {...(isBusy && BUSY_PROPS)}
      className={buttonClass(variant, `${isBusy ? BUSY_CLASS : ''} ${className}`)}
    />
  )
}

/** The classes of an icon button, for links styled as one. */
export const ICON_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-2xl text-ink-2 transition-[background-color,color,transform] duration-150 hover:bg-ink/8 active:scale-95 disabled:opacity-50'

/** A 44 px target with an icon; screen readers and the tooltip use the label. */
export function IconButton({
  label,
  children,
  className = '',
  isBusy = false,
  ...props
}: Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & Busy & { label: string; children: ReactNode }) {
  const { listeners, tooltip } = useTooltip(label)
  return (
    <button
      type="button"
      aria-label={label}
      {...listeners}
      {...props}
      {...(isBusy && BUSY_PROPS)}
      className={`${ICON_BUTTON} ${isBusy ? BUSY_CLASS : ''} ${className}`}
    >
      {children}
      {tooltip}
    </button>
  )
}

/** A small button that looks like a link. */
export function TextButton({ className = '', isBusy = false, ...props }: ComponentProps<'button'> & Busy) {
  return (
    <button
      type="button"
      {...props}
      {...(isBusy && BUSY_PROPS)}
      className={`${TEXT_BUTTON} ${isBusy ? BUSY_CLASS : ''} ${className}`}
    />
  )
}

/** For a fieldset while the action of one of its buttons runs: they do nothing, and keep the focus as a busy button does. */
export function busyFieldset(isBusy: boolean, className = ''): ComponentProps<'fieldset'> {
  if (!isBusy) return { className }
  return {
    className: `${BUSY_CLASS} ${className}`,
    'aria-disabled': true,
    onClickCapture(event) {
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** `preventDefault` also keeps a submit button from sending its form. */
const BUSY_PROPS = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() } as const
const BUSY_CLASS = 'cursor-default! opacity-50'
