/** Every screen in its main states, in the order of a first visit. */
import type { View } from '../stage.ts'
import { ACCOUNTS } from './accounts.ts'
import { BEERS_DRUNK } from './beers-drunk.ts'
import { BREWERY } from './brewery.ts'
import { FAVORITES } from './favorites.ts'
import { FRONT, NOTICES } from './front.ts'
import { HISTORY } from './history.ts'
import { IMPORTS } from './imports.ts'
import { JOURNAL } from './journal.ts'
import { MENU } from './menu.ts'
import { OWN_PICTURES } from './own-pictures.ts'
import { PROCESSING } from './processing.ts'
import { PROFILE } from './profile.ts'
import { RESULTS } from './results.ts'
import { ROUNDS } from './rounds.ts'
import { SCAN_HOME } from './scan-home.ts'
import { SCAN_STATUS } from './scan-status.ts'
import { SEARCH } from './search.ts'
import { SETTINGS } from './settings.ts'
import { SHARED_PICTURES } from './shared-pictures.ts'
import { TASTE } from './taste.ts'
import { WEEK } from './week.ts'

export const VIEWS: readonly View[] = [
  ...FRONT,
  ...ACCOUNTS,
  ...SCAN_HOME,
  ...PROCESSING,
  ...RESULTS,
  ...MENU,
  ...SCAN_STATUS,
  ...ROUNDS,
  ...SHARED_PICTURES,
  ...HISTORY,
  ...JOURNAL,
  ...OWN_PICTURES,
  ...FAVORITES,
  ...SEARCH,
  ...BREWERY,
  ...PROFILE,
  ...WEEK,
  ...BEERS_DRUNK,
  ...TASTE,
  ...SETTINGS,
  ...IMPORTS,
  ...NOTICES,
]

export function viewOf(screen: string, state: string): View {
  const view = VIEWS.find((one) => one.screen === screen && one.state === state)
  if (!view) throw new Error(`no view named ${screen} · ${state}`)
  return view
}
