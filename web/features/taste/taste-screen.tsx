/** The user's taste: cards to answer, what follows from them and from the ratings, and the switch to turn it off. */
import { useQuery } from '@tanstack/react-query'
import { listTasteCards, TASTE_OPINIONS_MIN, type Taste } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { useTaste } from '#web/beer/for-you/for-you.tsx'
import { useGoBack } from '#web/handoff/way-back.ts'
import { FailurePanel } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CardDeck } from './card-deck.tsx'
import { Effects } from './effects.tsx'
import { TasteSettings } from './taste-settings.tsx'
import { t } from './texts.ts'

export function TasteScreen() {
  const back = useGoBack('/profile')
  const taste = useTaste()
  const cards = useQuery({ ...queryOf(listTasteCards, {}), enabled: taste.data?.isOn ?? false })
  const error = taste.data ? cards.error : taste.error
  return (
    <Screen title={t('title')} below={taste.data && basisText(taste.data)} back={{ label: t('back'), go: back }}>
      {error && !cards.data ? (
        <FailurePanel
          title={t('failed')}
          message={userMessage(error)}
          retry={() => void (taste.data ? cards : taste).refetch()}
        />
      ) : !taste.data || (taste.data.isOn && !cards.data) ? (
        <SkeletonRows count={3} label={t('loading')} />
      ) : (
        <>
          {taste.data.isOn && cards.data && cards.data.length > 0 && <CardDeck cards={cards.data} />}
          {taste.data.effects.length > 0 && <Effects effects={taste.data.effects} />}
          <TasteSettings isOn={taste.data.isOn} />
        </>
      )}
    </Screen>
  )
}

function basisText({ isOn, rated, answered }: Taste): string {
  if (!isOn) return t('off')
  const missing = TASTE_OPINIONS_MIN - rated - answered
  return missing > 0 ? t('needed', { count: missing }) : t('basis', { rated, answered })
}
