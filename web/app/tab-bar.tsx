/** The four tabs at the bottom of every screen. */
import { Heart, ScanLine, Search, UserRound } from 'lucide-react'
import { Link, useLocation } from 'wouter'

const TABS = [
  { path: '/', label: 'Scan', Icon: ScanLine },
  { path: '/search', label: 'Search', Icon: Search },
  { path: '/favorites', label: 'Favorites', Icon: Heart },
  { path: '/profile', label: 'Profile', Icon: UserRound },
] as const

/** Screens that are dark in every theme because they lie on a photo. */
const isDark = (path: string) => path === '/' || path === '/processing'

/** `isInListPane`: below the list of a split view. Content fades out before it scrolls under the bar. */
export function TabBar({ isInListPane = false }: { isInListPane?: boolean }) {
  const [location] = useLocation()
  return (
    <nav
      aria-label="Main"
      className={`${isInListPane ? 'left-0 w-[min(30rem,42vw)]' : 'column inset-x-0'} pointer-events-none fixed bottom-0 z-30 px-3 pb-[max(0.85rem,env(safe-area-inset-bottom))] ${isDark(location) ? 'dusk' : 'bg-linear-to-t from-ground via-ground/80 via-55% to-transparent pt-8'}`}
    >
      <ul className="pointer-events-auto grid h-17 grid-cols-4 items-center rounded-[26px] border border-line bg-bar text-ink-3 shadow-[0_12px_40px_#0005] backdrop-blur-xl">
        {TABS.map(({ path, label, Icon }) => {
          const isCurrent = location === path
          return (
            <li key={path}>
              <Link
                href={path}
                aria-current={isCurrent ? 'page' : undefined}
                className={`grid min-h-15 content-center justify-items-center gap-1 text-[min(0.69rem,3.6vw)] font-semibold transition-colors ${isCurrent ? 'text-accent-ink' : 'hover:text-ink'}`}
              >
                <span
                  className={`grid h-7 w-12 place-items-center rounded-full transition-colors ${isCurrent ? 'bg-amber text-[#2a1503] shadow-[0_0_18px_#ffb23855]' : ''}`}
                >
                  <Icon size={20} strokeWidth={isCurrent ? 2.4 : 2} />
                </span>
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
