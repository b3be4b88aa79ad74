import { ViewSwitch } from '#web/ui/view-switch.tsx'
import { TEXTS } from './texts.ts'

export function HistoryViews({ shown }: { shown: 'scans' | 'journal' }) {
  return (
    <ViewSwitch
      label={TEXTS.views}
      views={[
        { href: '/history', name: TEXTS.scans, isShown: shown === 'scans' },
        { href: '/history?show=journal', name: TEXTS.journal.title, isShown: shown === 'journal' },
      ]}
    />
  )
}
