/** The four tabs: at the bottom of every screen, or beside it in a wide window. */
import { Heart, ScanLine, Search, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { painted } from '#web/device/page.ts'
import { lastAddressOf } from '#web/device/session-history.ts'
import { t } from './texts.ts'

const TABS = [
  { path: '/', name: 'scan', Icon: ScanLine },
  { path: '/search', name: 'search', Icon: Search },
  { path: '/favorites', name: 'favorites', Icon: Heart },
  { path: '/profile', name: 'profile', Icon: UserRound },
] as const

/** Screens that are dark in every theme because they lie on a photo. */
const isDark = (path: string) => path === '/' || path === '/processing'

/** Addresses that are reached from another tab than their first part says: the history is a part of 'Search and history'. */
const TAB_OF: Readonly<Record<string, string>> = {
  history: '/search',
  scan: '/search',
  menu: '/search',
  processing: '/',
  'menu-view': '/',
  'notification-preferences': '/profile',
  'export-data': '/profile',
  refresh: '/profile',
  about: '/profile',
  privacy: '/profile',
  terms: '/profile',
}

/** The tab that an address belongs to. */
function tabOf(path: string): string {
  const [, first = ''] = path.split('/')
  return TAB_OF[first] ?? `/${first}`
}

interface TabBarProps {
  /** The address of the list in a split view. */
  listPane: string | undefined
  /** Whether there is room for the tabs beside the screen, where they cover nothing. */
  isRail: boolean
}

export function TabBar({ listPane, isRail }: TabBarProps) {
  const [location, navigate] = useLocation()
  const [tapped, setTapped] = useState<string>()
  // The addresses below change with it.
  useSearch()
  const currentTab = tapped ?? tabOf(listPane ?? location)

  /** Marks the tab before its screen renders, which takes longer than a frame on a phone. */
  async function open(path: string, href: string): Promise<void> {
    setTapped(path)
    await painted()
    navigate(href)
    setTapped((latest) => (latest === path ? undefined : latest))
  }

  return (
    <nav
      aria-label={t('tabs')}
      className={`fixed z-30 ${isRail ? RAIL : BAR} ${isDark(location) ? 'dusk' : isRail ? '' : FADE}`}
    >
      <ul className={`grid text-ink-3 ${isRail ? 'gap-3' : BAR_LIST}`}>
        {TABS.map(({ path, name, Icon }) => {
          const isCurrent = currentTab === path
          // A tab returns to what it last showed; tapped again, it starts anew.
          const href = (location === path ? undefined : lastAddressOf(path)) ?? path
          return (
            <li key={path}>
              <Link
                href={href}
                onClick={(event) => {
                  event.preventDefault()
                  void open(path, href)
                }}
                aria-current={isCurrent ? (location === path ? 'page' : 'true') : undefined}
                className={`grid min-h-15 content-center justify-items-center gap-1 font-semibold ${isRail ? 'text-[min(0.69rem,14px)]' : 'text-[min(0.69rem,3.6vw)]'} transition-colors ${isCurrent ? 'text-accent-ink' : 'hover:text-ink'}`}
              >
                <span
                  className={`grid h-7 w-12 place-items-center rounded-full transition-colors ${isCurrent ? 'bg-amber text-[#2a1503] shadow-[0_0_18px_#ffb23855]' : ''}`}
                >
                  <Icon size={20} strokeWidth={isCurrent ? 2.4 : 2} />
                </span>
                {t(`tab.${name}`)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const RAIL =
  'inset-y-0 left-0 grid w-(--rail) content-start border-r border-line bg-ground px-2 pt-[max(1.25rem,env(safe-area-inset-top))]'
const BAR = 'pointer-events-none inset-x-0 bottom-0 px-3 pb-[max(0.85rem,env(safe-area-inset-bottom))]'
const BAR_LIST =
  'pointer-events-auto mx-auto h-17 max-w-[456px] grid-cols-4 items-center rounded-[26px] border border-line bg-bar shadow-[0_12px_40px_#0005]'
/** Content fades out before it scrolls under the bar. */
const FADE = 'bg-linear-to-t from-ground via-ground/80 via-55% to-transparent pt-8'
