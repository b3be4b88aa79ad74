/** Empty and error states: a drawing, a sentence and an action. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { focusHeadingOnRemoval } from './heading-focus.ts'
import { t } from './texts.ts'

export function EmptyState({
  drawing,
  title,
  children,
  action,
}: {
  drawing?: ReactNode
  /** Absent where the title of the screen says it. */
  title?: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div ref={focusHeadingOnRemoval} className="grid animate-settle justify-items-center gap-2 px-6 py-12 text-center">
      <div aria-hidden="true" className="mb-2 text-ink-3">
        {drawing ?? <EmptyGlass />}
      </div>
      {title && <h2 className="text-[1.35rem] leading-tight">{title}</h2>}
      {children && <div className="max-w-[34ch] text-balance text-ink-2">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

/** Shown in place of content whose request failed. */
export function FailurePanel({ title, message, retry }: { title: string; message: string; retry?: () => void }) {
  return (
    <div
      ref={focusHeadingOnRemoval}
      role="alert"
      className="grid animate-settle justify-items-center gap-2 rounded-card border border-danger/35 bg-surface px-6 py-8 text-center"
    >
      <div aria-hidden="true" className="mb-1 text-ink-3">
        <TippedGlass />
      </div>
      <h2 className="text-[1.3rem] leading-tight">{title}</h2>
      <p className="max-w-[40ch] text-balance text-ink-2">{message}</p>
      {retry && (
        <Button variant="quiet" className="mt-3" onClick={retry}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}

export function EmptyGlass() {
  return (
    <svg width="76" height="92" viewBox="0 0 76 92" fill="none" aria-hidden="true">
      <path
        d="M12 6h52l-7 76a5 5 0 0 1-5 4.5H24a5 5 0 0 1-5-4.5Z"
        fill="currentColor"
        fillOpacity=".08"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeOpacity=".7"
      />
      <path d="M18.5 74.5h39l-.8 8a3 3 0 0 1-3 2.5H22.3a3 3 0 0 1-3-2.5Z" fill="var(--color-amber)" fillOpacity=".75" />
      <path d="M22 18l3.5 40" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeOpacity=".35" />
    </svg>
  )
}

/** A pint that fell over, in its puddle. */
export function TippedGlass() {
  return (
    <svg width="136" height="78" viewBox="0 0 136 78" fill="none" aria-hidden="true">
      <path
        d="M6 67c1-6 12-8 27-9 12-1 17 3 33 3 24 0 56-1 58 6 1 6-22 8-60 8S5 73 6 67Z"
        fill="var(--color-amber)"
        fillOpacity=".8"
      />
      <path
        d="M16 66c5-3 12-4 20-4M44 69c8 1 16 0 24 0"
        stroke="#fff3d1"
        strokeWidth="3"
        strokeLinecap="round"
        strokeOpacity=".8"
      />
      <g transform="translate(26 74) rotate(-97) scale(.88)">
        <path d="M14 8h14l-6 75h-3Z" fill="var(--color-amber)" fillOpacity=".75" />
        <path
          d="M12 6h52l-7 76a5 5 0 0 1-5 4.5H24a5 5 0 0 1-5-4.5Z"
          fill="currentColor"
          fillOpacity=".1"
          stroke="currentColor"
          strokeWidth="2.8"
          strokeOpacity=".8"
        />
        <path d="M54 18l-3.5 40" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeOpacity=".35" />
      </g>
      <circle cx="17" cy="48" r="3" fill="var(--color-amber)" fillOpacity=".8" />
      <circle cx="9" cy="56" r="2" fill="var(--color-amber)" fillOpacity=".8" />
    </svg>
  )
}
