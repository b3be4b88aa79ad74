/** Drawings of what a brewery brews: the shares of its styles, and a glass for each beer. */
import type { Beer } from '#contracts'
import { srmColor } from '#web/beer/srm.ts'

interface Share {
  family: string
  beers: number
  /** Of its beers in the glass, on average. */
  color: string
}

/** The families of styles that it brews, the most frequent first. */
export function sharesOf(beers: readonly Beer[]): Share[] {
  const families = [...new Set(beers.map(({ styleFamily }) => styleFamily))]
  return families
    .flatMap((family) => {
      if (family === null) return []
      const ofFamily = beers.filter(({ styleFamily }) => styleFamily === family)
      const known = ofFamily.map(({ srm }) => srm).filter((srm) => srm !== null)
      const mean = known.length === 0 ? null : known.reduce((sum, srm) => sum + srm, 0) / known.length
      return [{ family, beers: ofFamily.length, color: srmColor(mean) }]
    })
    .sort((a, b) => b.beers - a.beers)
}

/** What share each family has; the buttons below say it in numbers. */
export function SharesBar({ shares }: { shares: readonly Share[] }) {
  return (
    <div aria-hidden="true" className="mb-3 flex h-3 gap-0.5 overflow-hidden rounded-full">
      {shares.map(({ family, beers, color }) => (
        <span key={family} style={{ flexGrow: beers, backgroundColor: color }} />
      ))}
    </div>
  )
}

/** More would be too small to count. */
const GLASSES_MAX = 16
const GLASS_WIDTH = 22
const HEIGHT = 24

/** A glass for each beer, full if the user has had it; the heading says it in numbers. */
export function TriedGlasses({ tried, of }: { tried: number; of: number }) {
  if (of === 0 || of > GLASSES_MAX) return null
  const draw = (count: number, glass: string) =>
    Array.from({ length: count }, (_, place) => `M${place * GLASS_WIDTH} ${glass}`).join('')
  const width = of * GLASS_WIDTH
  return (
    <svg
      viewBox={`-2 0 ${width} ${HEIGHT}`}
      width={width}
      aria-hidden="true"
      className="mx-1 mb-3 max-w-[calc(100%-0.5rem)]"
    >
      <path d={draw(tried, '7h16l-1.100 15h-13.800Z')} className="fill-amber" />
      <path d={draw(of, '2h16l-1.500 20h-13Z')} fill="none" className="stroke-ink-3" strokeWidth="1.500" />
    </svg>
  )
}
