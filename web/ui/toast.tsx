/**
 * Short notices at the top of the screen, one at a time. What shows them is loaded after the first screen, at once and
 * not with the first notice: that notice may be the one that says the network is gone.
 */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useNotices } from './notices.ts'
import type { Notice, ToastList } from './toast-list.tsx'

export type { Notice } from './toast-list.tsx'

const Announce = createContext<(notice: Notice) => void>(() => {
  throw new Error('useToast is used outside of ToastProvider')
})

/** Shows a notice. */
export function useToast(): (notice: Notice) => void {
  return useContext(Announce)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const { notices, announce, close } = useNotices()
  const [List, setList] = useState<typeof ToastList>()

  useEffect(() => {
    void import('./toast-list.tsx').then(({ ToastList }) => setList(() => ToastList))
  }, [])

  return (
    <Announce value={announce}>
      {children}
      {List && <List notices={notices} close={close} />}
    </Announce>
  )
}
