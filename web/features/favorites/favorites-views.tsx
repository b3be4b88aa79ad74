import { ViewSwitch } from '#web/ui/view-switch.tsx'
import { t } from './texts.ts'

export function FavoritesViews({ shown }: { shown: 'favorites' | 'wants' }) {
  return (
    <ViewSwitch
      label={t('views')}
      views={[
        { href: '/favorites', name: t('saved'), isShown: shown === 'favorites' },
        { href: '/favorites?show=wants', name: t('wants.title'), isShown: shown === 'wants' },
      ]}
    />
  )
}
