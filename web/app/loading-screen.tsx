import { Goggles } from '#web/ui/goggles.tsx'
import { Main } from '#web/ui/pane.tsx'
import { LateNotice } from './late-notice.tsx'
import { t } from './texts.ts'

/** Shown while the user or a screen's code loads. */
export function LoadingScreen() {
  return (
    <Main label={t('loading')} className="lamplit grid place-content-center justify-items-center gap-5">
      <h1 className="sr-only">BeerGoggles</h1>
      <Goggles width={120} sloshing />
      <p role="status" className="machine text-ink-3">
        {t('loadingLine')}
      </p>
      <LateNotice />
    </Main>
  )
}
