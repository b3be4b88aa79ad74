/** Ways to buy the beer: a map search nearby, the website of the brewery, or its name to paste elsewhere. */
import { useQuery } from '@tanstack/react-query'
import { Copy, Globe, Map as MapIcon, MapPin } from 'lucide-react'
import { type Beer, getBrewery } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { copy } from '#web/device/share.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { TEXTS } from './texts.ts'

const ROW =
  'flex min-h-14 w-full items-center gap-3.5 rounded-card border border-line bg-surface px-4 py-2 text-left font-semibold'

/** The map query: shops that may sell the beer. */
function queryFor(beer: Beer): string {
  return `beer shop ${[beer.brewery, beer.name].filter(Boolean).join(' ')}`
}

export function StoresSheet({ beer, onClose }: { beer: Beer; onClose: () => void }) {
  const toast = useToast()
  const { data } = useQuery({
    ...queryOf(getBrewery, { params: { id: beer.breweryId ?? 0 } }),
    enabled: beer.breweryId !== null,
  })
  const website = webAddress(data?.brewery.website ?? null)
  const name = [beer.brewery, beer.name].filter(Boolean).join(' ')

  async function onCopy(): Promise<void> {
    toast({ title: (await copy(name)) ? `Copied: ${name}` : "This browser won't let us copy" })
  }

  return (
    <Sheet open onClose={onClose} title={TEXTS.findStores} note={TEXTS.storesNote}>
      <ul className="grid gap-2.5 pt-2 pb-2">
        <li>
          <a className={ROW} href={`geo:0,0?${new URLSearchParams({ q: queryFor(beer) })}`}>
            <MapPin size={21} aria-hidden="true" className="shrink-0 text-accent-ink" /> Open the maps app
          </a>
        </li>
        <li>
          <a
            className={ROW}
            target="_blank"
            rel="noreferrer noopener"
            href={`https://www.openstreetmap.org/search?${new URLSearchParams({ query: 'beer shop' })}`}
          >
            <MapIcon size={21} aria-hidden="true" className="shrink-0 text-accent-ink" /> Shops on OpenStreetMap
          </a>
        </li>
        {website && (
          <li>
            <a className={ROW} target="_blank" rel="noreferrer noopener" href={website}>
              <Globe size={21} aria-hidden="true" className="shrink-0 text-accent-ink" /> {new URL(website).hostname}
            </a>
          </li>
        )}
        <li>
          <button type="button" className={ROW} onClick={() => void onCopy()}>
            <Copy size={21} aria-hidden="true" className="shrink-0 text-accent-ink" /> Copy the name
          </button>
        </li>
      </ul>
    </Sheet>
  )
}

/** Returns null for anything but a web address. */
function webAddress(text: string | null): string | null {
  if (!text) return null
  try {
    const url = new URL(text.includes('://') ? text : `https://${text}`)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}
