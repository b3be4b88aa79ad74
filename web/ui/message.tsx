/** Empty and error states: a drawing, a sentence and an action. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
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
    <div className="grid animate-settle justify-items-center gap-2 px-6 py-12 text-center">
      <div aria-hidden="true" className="mb-2 text-ink-3">
        {drawing ?? <EmptyGlass />}
      </div>
      {title && <h2 className="text-[1.35rem] leading-tight">{title}</h2>}
      {children && <div className="max-w-[34ch] text-ink-2">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

/** Shown in place of content whose request failed. */
export function FailurePanel({ title, message, retry }: { title: string; message: string; retry?: () => void }) {
  return (
    <div
      role="alert"
      className="grid animate-settle justify-items-center gap-2 rounded-card border border-danger/35 bg-surface px-6 py-8 text-center"
    >
      <div aria-hidden="true" className="mb-1 text-danger">
        <TippedGlass />
      </div>
      <h2 className="text-[1.3rem] leading-tight">{title}</h2>
      <p className="max-w-[40ch] text-ink-2">{message}</p>
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
        d="M12 6h52l-7 76a5 5 0 0 1-5 4.500H24a5 5 0 0 1-5-4.500Z"
        fill="currentColor"
        fillOpacity=".08"
        stroke="currentColor"
        strokeWidth="2.500"
        strokeOpacity=".7"
      />
      <path
        d="M18.500 74.500h39l-.8 8a3 3 0 0 1-3 2.500H22.300a3 3 0 0 1-3-2.500Z"
        fill="var(--color-amber)"
        fillOpacity=".75"
      />
      <path d="M22 18l3.500 40" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeOpacity=".35" />
    </svg>
  )
}

export function TippedGlass() {
  return (
    <svg width="104" height="64" viewBox="0 0 104 64" fill="none" aria-hidden="true">
      <path
        d="M8 60c14-5 52-5 78 0"
        stroke="var(--color-amber)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeOpacity=".8"
      />
      <path
        d="M30 12l58 14-8 27-60-8Z"
        fill="currentColor"
        fillOpacity=".1"
        stroke="currentColor"
        strokeWidth="2.500"
        strokeLinejoin="round"
      />
      <path d="M21 44l10-31" stroke="currentColor" strokeWidth="2.500" strokeLinecap="round" />
    </svg>
  )
}
