import { useSearch } from 'wouter'
import { ViewSwitch } from '#web/ui/view-switch.tsx'
import { t } from './texts.ts'

/** Each view keeps its search and filter while the other is shown. */
export function HistoryViews({ shown }: { shown: 'scans' | 'journal' }) {
  const params = new URLSearchParams(useSearch())
  params.delete('show')
  const query = String(params)
  const scans = query ? `/history?${query}` : '/history'
  params.set('show', 'journal')
  return (
    <ViewSwitch
      label={t('views')}
      views={[
        { href: scans, name: t('scans'), isShown: shown === 'scans' },
        { href: `/history?${params}`, name: t('journal.title'), isShown: shown === 'journal' },
      ]}
    />
  )
}
