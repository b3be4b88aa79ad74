/**
 * The countries on a map. A tap near a country or the arrow keys select one, and its number leads to the journal. The table
 * below says the same without the map.
 */
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { JournalSummary } from '#contracts'
import { countryText } from '#web/language/countries.ts'
import { Card } from '#web/ui/screen.tsx'
import { MAP_HEIGHT, MAP_WIDTH } from './country-shapes.ts'
import { t } from './texts.ts'
import { shadeOf, useWorld, type WorldCountry, WorldPaths } from './world.tsx'

/** Half a finger, in pixels of the screen. */
const REACH_PX = 26

interface CountryMapProps {
  countries: JournalSummary['countries']
  hrefOf: (country: string) => string
}

export function CountryMap({ countries, hrefOf }: CountryMapProps) {
  const { paths, counted } = useWorld(countries)
  const [selected, setSelected] = useState<string>()
  const [, navigate] = useLocation()
  const id = useId()
  const current = counted.find(({ country }) => country === selected) ?? counted[0]
  if (!current) return null
  const most = Math.max(...counted.map(({ beers }) => beers))
  const optionId = (country: string) => `${id}${counted.findIndex((one) => one.country === country)}`

  function onKeyDown(event: KeyboardEvent): void {
    const index = current ? counted.indexOf(current) : 0
    const next = {
      ArrowRight: index + 1,
      ArrowDown: index + 1,
      ArrowLeft: index - 1,
      ArrowUp: index - 1,
      Home: 0,
      End: counted.length - 1,
    }[event.key]
    if (next !== undefined) setSelected(counted[(next + counted.length) % counted.length]?.country)
    else if (event.key === 'Enter' && current) navigate(hrefOf(current.country))
    else return
    event.preventDefault()
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    const scale = MAP_WIDTH / box.width
    const at = { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale }
    const [nearest] = counted
      .map((one) => ({ one, away: Math.hypot(one.x - at.x, one.y - at.y) }))
      .filter(({ away }) => away < REACH_PX * scale)
      .sort((a, b) => a.away - b.away)
    const onShape = event.target instanceof Element ? event.target.getAttribute('data-country') : null
    const found = onShape ?? nearest?.one.country
    if (found) setSelected(found)
  }

  return (
    <Card className="mb-2.5 overflow-hidden">
      <div
        role="listbox"
        aria-label={t('map.label')}
        aria-activedescendant={optionId(current.country)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
        className="aspect-[12/7] cursor-pointer overflow-hidden rounded-t-card -outline-offset-2"
      >
        <svg role="none" viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} className="block w-full">
          <WorldPaths paths={paths} />
          {counted.map((one) => (
            <CountryShape
              key={one.country}
              id={optionId(one.country)}
              country={one}
              shade={shadeOf(one.beers, most)}
              isSelected={one === current}
            />
          ))}
        </svg>
      </div>
      <Link
        href={hrefOf(current.country)}
        className="flex min-h-12 items-center justify-between gap-3 border-line border-t px-4 py-2"
      >
        <span aria-live="polite">
          <span className="font-semibold">{countryText(current.country)}</span>
          <span className="text-ink-2"> · {t('map.beers', { count: current.beers })}</span>
        </span>
        <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-accent-ink" />
      </Link>
    </Card>
  )
}

interface CountryShapeProps {
  id: string
  country: WorldCountry
  shade: number
  isSelected: boolean
}

function CountryShape({ id, country: { country, path, x, y, beers }, shade, isSelected }: CountryShapeProps) {
  return (
    <g
      id={id}
      role="option"
      aria-label={`${countryText(country)}, ${t('map.beers', { count: beers })}`}
      aria-selected={isSelected}
      className="fill-amber"
    >
      <path d={path} data-country={country} fillOpacity={shade} className="stroke-surface" strokeWidth={0.6} />
      <circle
        cx={x}
        cy={y}
        r={isSelected ? 4.2 : 2.4}
        className={isSelected ? 'fill-ink stroke-surface transition-[r]' : 'stroke-surface'}
        strokeWidth={isSelected ? 1.4 : 0.5}
      />
    </g>
  )
}
