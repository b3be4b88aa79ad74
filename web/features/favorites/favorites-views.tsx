import { ViewSwitch } from '#web/ui/view-switch.tsx'
import { TEXTS } from './texts.ts'

export function FavoritesViews({ shown }: { shown: 'favorites' | 'wants' }) {
  return (
    <ViewSwitch
      label={TEXTS.views}
      views={[
        { href: '/favorites', name: TEXTS.saved, isShown: shown === 'favorites' },
        { href: '/favorites?show=wants', name: TEXTS.wants.title, isShown: shown === 'wants' },
      ]}
    />
  )
}
