/** The other beers of the brewery on a label of which only the brewery is certain. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Alternative, type Beer, CONFIDENCE_GREEN_PERCENT, type FieldConfidence, getBrewery } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { SectionHeading } from '#web/ui/screen.tsx'
import { SeeMore } from '#web/ui/see-more.tsx'
import { Choice } from './choose-beer.tsx'
import { t } from './texts.ts'

/** The brewery has its own page with all of them. */
const SHOWN_AT_FIRST = 5

interface Read {
  beer: Beer
  alternatives: readonly Alternative[]
  fieldConfidence?: FieldConfidence | null | undefined
}
interface SureBrewery {
  id: number
  name: string
  isStoreBrand: boolean
}

/** The brewery of all candidates, if the label shows it for certain. */
export function sureBreweryOf({ beer, alternatives, fieldConfidence }: Read): SureBrewery | null {
  const { breweryId: id, brewery: name, isStoreBrand } = beer
  if (id === null || name === null || (fieldConfidence?.brewery ?? 0) < CONFIDENCE_GREEN_PERCENT) return null
  return alternatives.every((other) => other.beer.breweryId === id) ? { id, name, isStoreBrand } : null
}

interface BreweryRangeProps {
  brewery: SureBrewery
  /** Ids of the beers that are offered above. */
  except: readonly number[]
  onChoose: (beer: Beer) => void
}

/** Renders nothing until the beers are known, or if there are no others. */
export function BreweryRange({ brewery, except, onChoose }: BreweryRangeProps) {
  const { data } = useQuery(queryOf(getBrewery, { params: { id: brewery.id } }))
  const [isExpanded, setExpanded] = useState(false)
  const others = data?.beers.filter(({ id }) => !except.includes(id)) ?? []
  if (others.length === 0) return null
  const more = others.length - SHOWN_AT_FIRST
  return (
    <section>
      <SectionHeading>{t('breweryRange.title', { brewery: brewery.name })}</SectionHeading>
      <ul>
        {(isExpanded ? others : others.slice(0, SHOWN_AT_FIRST)).map((beer) => (
          <Choice key={beer.id} beer={beer} onChoose={() => onChoose(beer)} />
        ))}
      </ul>
      {more > 0 && (
        <SeeMore
          isExpanded={isExpanded}
          toggle={() => setExpanded(!isExpanded)}
          label={isExpanded ? t('breweryRange.showLess') : t('breweryRange.seeMore', { more })}
        />
      )}
    </section>
  )
}
