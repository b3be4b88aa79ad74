/**
 * Wide screens: the list the user came from stays on the left while a detail is read on the right. The address is the
 * detail's; the list keeps its own, and whatever was typed or scrolled in it.
 */
import { type ReactNode, useState } from 'react'
import { Router } from 'wouter'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { DeskPane } from '#web/ui/pane.tsx'

const LISTS = /^\/(search|history|favorites|menu-view|menu\/[^/]+)$/
const DETAILS = /^\/(results|brewery\/[^/]+|scan\/[^/]+)$/
/** Whoever opens a detail by its address finds it beside their history. */
const FIRST_LIST = '/history'

/** True for the screens that share a desk; the others stay one column. */
export const isOnDesk = (address: string): boolean => LISTS.test(address) || DETAILS.test(address)

interface DeskProps {
  address: string
  /** Draws the screen of the address that its router tells. */
  children: ReactNode
}

export function Desk({ address, children }: DeskProps) {
  const search = useSearch()
  const [list, setList] = useState({ address: FIRST_LIST, search: '' })
  const isList = LISTS.test(address)
  const shown = `${address}${search}`
  if (isList && (list.address !== address || list.search !== search)) setList({ address, search })
  return (
    <div className="grid grid-cols-[30rem_minmax(0,1fr)] bg-(--shade)">
      <DeskPane pane={isList ? 'alone' : 'side'} beside={isList ? undefined : shown} className="border-r border-line">
        <Router hook={() => [list.address, navigate]} searchHook={() => list.search}>
          {children}
        </Router>
      </DeskPane>
      {isList ? (
        <NothingChosen />
      ) : (
        <DeskPane key={shown} pane="detail">
          {children}
        </DeskPane>
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
