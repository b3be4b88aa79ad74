/** Breweries whose beers fit what the user likes, and that they have had nothing of. */
import { useQuery } from '@tanstack/react-query'
import { recommendBreweries } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { BreweryList } from './brewery-list.tsx'
import { t } from './texts.ts'

export function BreweriesScreen() {
  const back = useGoBack('/profile')
  const { data } = useQuery(queryOf(recommendBreweries, {}))
  return (
    <Screen
      title={t('breweries')}
      below={data?.length === 0 ? undefined : t('breweriesLine')}
      back={{ label: t('back'), go: back }}
    >
      <BreweryList />
    </Screen>
  )
}
