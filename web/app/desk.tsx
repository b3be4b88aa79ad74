/**
 * Where the screens stand: on a phone one at a time, on wide screens the list the user came from on the left while a
 * detail is read on the right. The address is the detail's; the list keeps its own. It is one tree at every width:
 * turning a tablet or resizing the window moves the screens and takes nothing away that was typed, opened or begun.
 */
import { type ReactNode, useState } from 'react'
import { Router } from 'wouter'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { ScreenPane } from '#web/ui/pane.tsx'

const LISTS = /^\/(search|history|favorites|menu-view|menu\/[^/]+)$/
const DETAILS = /^\/(results|brewery\/[^/]+|scan\/[^/]+)$/
/** Whoever opens a detail by its address finds it beside their history. */
const FIRST_LIST = { address: '/history', search: '' }

/** True for the screens that share a desk; the others stay one column. */
export const isOnDesk = (address: string): boolean => LISTS.test(address) || DETAILS.test(address)

interface DeskProps {
  address: string
  /** Whether the screen of the address has a desk, or stands alone. */
  isDesk: boolean
  /** Draws the screen of the address that its router tells. */
  children: ReactNode
}

export function Desk({ address, isDesk, children }: DeskProps) {
  const search = useSearch()
  const [list, setList] = useState(FIRST_LIST)
  const [isBeside, setBeside] = useState(false)
  const isList = LISTS.test(address)
  const isDetail = DETAILS.test(address)
  const shown = `${address}${search}`
  const left = isList ? { address, search } : isDetail ? list : FIRST_LIST
  if (list.address !== left.address || list.search !== left.search) setList(left)
  // A list that stood beside its detail waits unseen while there is no room for it.
  if (isBeside !== (isDetail && (isDesk || isBeside))) setBeside(!isBeside)

  return (
    <div className={isDesk ? 'grid grid-cols-[30rem_minmax(0,1fr)] bg-(--shade)' : undefined}>
      {(isList || isBeside) && (
        <ScreenPane
          pane={isList ? 'alone' : 'side'}
          isOnDesk={isDesk}
          isHidden={!isList && !isDesk}
          beside={isDesk && !isList ? shown : undefined}
          className="border-r border-line"
        >
          <Router hook={() => [list.address, navigate]} searchHook={() => list.search}>
            {children}
          </Router>
        </ScreenPane>
      )}
      {isList ? (
        isDesk && <NothingChosen />
      ) : (
        <ScreenPane key={isDetail ? shown : undefined} pane={isDesk ? 'detail' : 'alone'} isOnDesk={isDesk}>
          {children}
        </ScreenPane>
      )}
    </div>
  )
}

function NothingChosen() {
  return (
    <p className="lamplit grid place-content-center px-8 text-center text-[1.05rem] text-ink-3">
      Choose one on the left to see it here.
    </p>
  )
}
