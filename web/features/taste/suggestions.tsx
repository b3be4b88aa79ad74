/** Three beers that the user has not had and would probably like, each with the reason. */
import { useQuery } from '@tanstack/react-query'
import { listTasteSuggestions } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { useForYou } from '#web/beer/for-you/for-you.tsx'
import { reasonText } from '#web/beer/for-you/reason.ts'
import { SectionHeading } from '#web/ui/screen.tsx'
import { t } from './texts.ts'

export function Suggestions() {
  const { data } = useQuery(queryOf(listTasteSuggestions, {}))
  const forYouOf = useForYou()
  if (!data || data.length === 0) return null
  return (
    <section aria-label={t('suggestions')}>
      <SectionHeading>{t('suggestions')}</SectionHeading>
      <ul>
        {data.map((beer) => {
          const personal = forYouOf(beer)
          return <BeerRow key={beer.id} beer={beer} heading="h3" note={personal && reasonText(personal)} />
        })}
      </ul>
    </section>
  )
}
