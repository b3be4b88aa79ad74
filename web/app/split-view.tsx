/**
 * The layout of the screens: one at a time on a phone; on wide screens the list the user came from on the left, the
 * detail on the right. The address is the detail's; the list keeps its own. The element tree is the same at every width,
 * so that rotating a tablet or resizing the window loses no input and no open panel.
 */
import { type ReactNode, useState } from 'react'
import { Router } from 'wouter'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { navigateNumbered } from '#web/device/session-history.ts'
import { Goggles } from '#web/ui/goggles.tsx'
import { ScreenPane } from '#web/ui/pane.tsx'
import { t } from './texts.ts'

const LISTS = /^\/(search|history|favorites|menu-view|menu\/[^/]+)$/
const DETAILS = /^\/(results|brewery\/[^/]+|scan\/[^/]+)$/
/** The list beside a detail that was opened by its address. */
const DEFAULT_LIST = { address: '/history', search: '' }

/** True for lists and details; the other screens always use one column. */
export const usesSplitView = (address: string): boolean => LISTS.test(address) || DETAILS.test(address)

interface List {
  address: string
  search: string
}

/** The list that the user came from, and the way to change it. */
export interface ListBeside {
  list: List
  setList: (list: List) => void
}

export function useListBeside(address: string): ListBeside {
  const search = useSearch()
  const [list, setList] = useState<List>(DEFAULT_LIST)
  const shown = LISTS.test(address) ? { address, search } : DETAILS.test(address) ? list : DEFAULT_LIST
  if (list.address !== shown.address || list.search !== shown.search) setList(shown)
  return { list, setList }
}

interface SplitViewProps {
  address: string
  lists: ListBeside
  /** Whether list and detail are shown side by side. */
  isSplit: boolean
  /** Renders the screen at the address of the nearest router. */
  children: ReactNode
}

export function SplitView({ address, lists, isSplit, children }: SplitViewProps) {
  const search = useSearch()
  const { list, setList } = lists
  const [hasListPane, setHasListPane] = useState(false)
  const isList = LISTS.test(address)
  const isDetail = DETAILS.test(address)
  // How a brewery's beers or a scan's rows are arranged is in the address, too, and makes no other detail.
  const shown = address === '/results' ? `${address}${search}` : address
  // A list that was shown beside its detail stays mounted but hidden while there is no room for it.
  if (hasListPane !== (isDetail && (isSplit || hasListPane))) setHasListPane(!hasListPane)

  /** A list beside a detail keeps its state to itself: the address is the detail's. */
  const navigateList: typeof navigate = (to, options) => {
    const target = new URL(String(to), location.href)
    if (isDetail && options?.replace && target.pathname === list.address) setList({ ...list, search: target.search })
    else navigate(to, options)
  }

  return (
    <div className={isSplit ? 'grid grid-cols-[min(30rem,42vw)_minmax(0,1fr)] bg-ground' : undefined}>
      {(isList || hasListPane) && (
        // Another list does not start where this one was scrolled.
        <ScreenPane
          key={list.address}
          pane={isList ? 'alone' : 'side'}
          isSplit={isSplit}
          isHidden={!isList && !isSplit}
          beside={isSplit && !isList ? shown : undefined}
          className="peer border-r border-line"
        >
          {/* A router with its own hook inherits nothing. */}
          <Router hook={() => [list.address, navigateList]} searchHook={() => list.search} aroundNav={navigateNumbered}>
            {children}
          </Router>
        </ScreenPane>
      )}
      {isList ? (
        isSplit && <NothingSelected />
      ) : (
        <ScreenPane key={isDetail ? shown : undefined} pane={isSplit ? 'detail' : 'alone'} isSplit={isSplit}>
          {children}
        </ScreenPane>
      )}
    </div>
  )
}

function NothingSelected() {
  return (
    <div className="lamplit grid place-content-center">
      {/* A list without rows says itself what there is to do. */}
      <p className="grid justify-items-center gap-5 px-8 text-center text-[1.05rem] text-ink-3 [.peer:not(:has(.row-link))~*>&]:invisible">
        <Goggles width={150} />
        {t('nothingSelected')}
      </p>
    </div>
  )
}
