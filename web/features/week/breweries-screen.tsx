/** Breweries whose beers fit what the user likes, and that they have had nothing of. */
import { useGoBack } from '#web/handoff/way-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { BreweryList } from './brewery-list.tsx'
import { t } from './texts.ts'

export function BreweriesScreen() {
  const back = useGoBack('/profile')
  return (
    <Screen title={t('breweries')} below={t('breweriesLine')} back={{ label: t('back'), go: back }}>
      <BreweryList />
    </Screen>
  )
}
