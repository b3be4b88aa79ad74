/** A button of the toolbar and of the filter. */
export const PILL =
  'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-line bg-surface px-4 text-[0.86rem] font-semibold text-ink-2 transition-colors hover:bg-raised aria-pressed:border-amber/60 aria-pressed:bg-amber/15 aria-pressed:text-accent-ink'
