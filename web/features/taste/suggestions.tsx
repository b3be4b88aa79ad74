/** Three beers that the user has not had and would probably like, each with the reason. */
import { BeerRow } from '#web/beer/beer-row.tsx'
import { useSuggestions } from '#web/beer/for-you/suggestions.ts'
import { SectionHeading } from '#web/ui/screen.tsx'
import { t } from './texts.ts'

export function Suggestions() {
  const suggestions = useSuggestions()
  if (suggestions.length === 0) return null
  return (
    <section aria-label={t('suggestions')}>
      <SectionHeading>{t('suggestions')}</SectionHeading>
      <ul>
        {suggestions.map(({ beer, reason }) => (
          <BeerRow key={beer.id} beer={beer} heading="h3" note={reason} />
        ))}
      </ul>
    </section>
  )
}
