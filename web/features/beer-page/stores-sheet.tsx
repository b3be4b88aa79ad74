/** Ways to buy the beer: shops and bars nearby, a web search, its name to paste elsewhere, and its brewery. Rows never move. */
import { useQuery } from '@tanstack/react-query'
import { Copy, Globe, MapPin, SearchIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { type Beer, getBrewery } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { mapSearch } from '#web/device/map-search.ts'
import { currentPosition } from '#web/device/position.ts'
import { copy } from '#web/device/share.ts'
import { breweryPath } from '#web/handoff/paths.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

const ROW =
  'flex min-h-14 w-full items-center gap-3.5 rounded-card border border-line bg-surface px-4 py-2 text-left wrap-anywhere font-semibold'
const ICON = { size: 21, 'aria-hidden': true, className: 'shrink-0 text-accent-ink' } as const
const OUTSIDE = { target: '_blank', rel: 'noreferrer noopener' } as const

export function StoresSheet({ beer, onClose }: { beer: Beer; onClose: () => void }) {
  const toast = useToast()
  const { data } = useQuery({
    ...queryOf(getBrewery, { params: { id: beer.breweryId ?? 0 } }),
    enabled: beer.breweryId !== null,
  })
  const website = webAddress(data?.brewery.website ?? null)
  const name = [beer.brewery, beer.name].filter(Boolean).join(' ')

  async function onCopy(): Promise<void> {
    toast({ title: (await copy(name)) ? t('stores.copied', { name }) : t('stores.notCopied') })
  }

  return (
    <Sheet open onClose={onClose} title={t('findStores')} note={t('stores.note')}>
      <ul className="grid gap-2.5 pt-2 pb-2">
        <li>
          <Nearby />
        </li>
        <li>
          <a
            className={ROW}
            {...OUTSIDE}
            href={`https://duckduckgo.com/?${new URLSearchParams({ q: t('stores.webQuery', { name }) })}`}
          >
            <SearchIcon {...ICON} /> {t('stores.webSearch')}
          </a>
        </li>
        <li>
          <button type="button" className={ROW} onClick={() => void onCopy()}>
            <Copy {...ICON} /> {t('stores.copy')}
          </button>
        </li>
        {/* Known at once, so that no row comes in late: the website replaces the page of the brewery. */}
        {beer.breweryId !== null && (
          <li>
            {website ? (
              <a className={ROW} {...OUTSIDE} href={website}>
                <Globe {...ICON} /> {new URL(website).hostname}
              </a>
            ) : (
              <Link className={ROW} href={breweryPath(beer.breweryId)}>
                <Globe {...ICON} />{' '}
                {beer.brewery ? t('stores.brewery', { name: beer.brewery }) : t('stores.unknownBrewery')}
              </Link>
            )}
          </li>
        )}
      </ul>
    </Sheet>
  )
}

function Nearby() {
  const toast = useToast()
  const [isLocating, setLocating] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  async function open(): Promise<void> {
    setLocating(true)
    // Before the tab opens: a hidden page gets no position.
    const position = await currentPosition()
    setLocating(false)
    if (!button.current) return // The user has closed the sheet.
    if (!position) toast({ title: t('stores.noPosition') })
    const address = mapSearch(t('stores.query'), position)
    const tab = window.open(address, '_blank')
    // Some browsers open no tab this long after the tap.
    if (!tab) return window.location.assign(address)
    tab.opener = null
  }

  return (
    <button
      ref={button}
      type="button"
      className={ROW}
      aria-disabled={isLocating}
      onClick={() => !isLocating && void open()}
    >
      <MapPin {...ICON} /> {isLocating ? t('stores.locating') : t('stores.nearby')}
    </button>
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
