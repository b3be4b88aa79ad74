import { ViewSwitch } from '#web/ui/view-switch.tsx'
import { t } from './texts.ts'

export function HistoryViews({ shown }: { shown: 'scans' | 'journal' }) {
  return (
    <ViewSwitch
      label={t('views')}
      views={[
        { href: '/history', name: t('scans'), isShown: shown === 'scans' },
        { href: '/history?show=journal', name: t('journal.title'), isShown: shown === 'journal' },
      ]}
    />
  )
}
