/** Decides which screen shows the outcome of a capture, and leaves there what that screen needs. */
import { handoff } from '#web/handoff/handoff.ts'
import { menuPath, resultsPath, scanPath } from '#web/handoff/paths.ts'
import type { Outcome } from './deliver.ts'

export interface StoredResult {
  scanId: string
  isMenu: boolean
  /** The menu that this further page has joined: it is shown there. */
  pageOf?: string | null | undefined
}

/** The page of a stored scan. Completed menus have their own; all other scans share one. */
export function storedRoute({ scanId, isMenu, pageOf }: StoredResult): string {
  if (pageOf) return menuPath(pageOf)
  return isMenu ? menuPath(scanId) : scanPath(scanId)
}

/**
 * Where an outcome leads; undefined when nothing was found. A user who waits on the screen sees a group from memory, with
 * its picture; a user who has left opens the stored scan from a notice.
 */
export function outcomeRoute(outcome: Outcome, user: 'waiting' | 'gone'): string | undefined {
  switch (outcome.kind) {
    case 'single':
      return resultsPath(outcome.answer.beer.id)
    case 'group':
      return user === 'waiting' ? '/menu-view' : storedRoute({ ...outcome, isMenu: outcome.context === 'menu' })
    case 'barcode':
    case 'continues':
      return scanPath(outcome.scanId)
    case 'nothing':
      return undefined
  }
}

/** Leaves the outcome for the next screen. Returns the route of that screen, or undefined when nothing was found. */
export function handOver(outcome: Outcome): string | undefined {
  if (outcome.kind === 'single') handoff.leaveAnswer(outcome.answer)
  if (outcome.kind === 'nothing') handoff.markNothingFound(outcome.otherDrink ?? null)
  if (outcome.kind === 'group') {
    const { scanId, beers, context, title } = outcome
    handoff.leaveMenu({ scanId, beers, context, title, readAt: new Date().toISOString() })
  }
  return outcomeRoute(outcome, 'waiting')
}
