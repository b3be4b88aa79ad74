/** The four tabs at the bottom of every screen. */
import { Heart, ScanLine, Search, UserRound } from 'lucide-react'
import { Link, useLocation, useSearch } from 'wouter'
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
  processing: '/',
  'menu-view': '/',
  'notification-preferences': '/profile',
  'export-data': '/profile',
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
  /** The address of the list in a split view, which has the bar below it. */
  listPane: string | undefined
  /** Whether there is room for a split view: the bar then has the same place on all screens. */
  isWide: boolean
}

/** Content fades out before it scrolls under the bar. */
export function TabBar({ listPane, isWide }: TabBarProps) {
  const [location] = useLocation()
  // The addresses below change with it.
  useSearch()
  const isInListPane = listPane !== undefined
  const currentTab = tabOf(listPane ?? location)
  return (
    <nav
      aria-label={t('tabs')}
      className={`${isInListPane ? 'left-0 w-[min(30rem,42vw)]' : 'inset-x-0'} pointer-events-none fixed bottom-0 z-30 px-3 pb-[max(0.85rem,env(safe-area-inset-bottom))] ${isDark(location) ? 'dusk' : 'bg-linear-to-t from-ground via-ground/80 via-55% to-transparent pt-8'}`}
    >
      <ul
        className={`${isWide ? 'w-[calc(min(30rem,42vw)-1.5rem)]' : 'mx-auto max-w-[456px]'} pointer-events-auto grid h-17 grid-cols-4 items-center rounded-[26px] border border-line bg-bar text-ink-3 shadow-[0_12px_40px_#0005] backdrop-blur-xl`}
      >
        {TABS.map(({ path, name, Icon }) => {
          const isCurrent = currentTab === path
          return (
            <li key={path}>
              <Link
                // A tab returns to what it last showed; tapped again, it starts anew.
                href={(location === path ? undefined : lastAddressOf(path)) ?? path}
                aria-current={isCurrent ? (location === path ? 'page' : 'true') : undefined}
                className={`grid min-h-15 content-center justify-items-center gap-1 text-[min(0.69rem,3.6vw)] font-semibold transition-colors ${isCurrent ? 'text-accent-ink' : 'hover:text-ink'}`}
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
