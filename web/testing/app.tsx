/** Opens the whole app at an address, with a signed-in user who has no data unless the test says otherwise. */
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  exportRest,
  exportTaste,
  getEngine,
  getJournalSummary,
  getNotifications,
  getScan,
  getTaste,
  getUser,
  type JournalSummary,
  listCorrections,
  listFavorites,
  listImports,
  listJournal,
  listMarks,
  listPictures,
  listRatings,
  listScans,
  listSearches,
  listWants,
  saveNotifications,
  type User,
  unsubscribeFromPush,
} from '#contracts'
import { App } from '#web/app/app.tsx'
import { aUser } from './builders.ts'
import { answers, network, refuses } from './network.ts'

interface Opened {
  user: ReturnType<typeof userEvent.setup>
  signedIn: User
}

const NO_BEERS: JournalSummary = {
  entries: 0,
  beers: 0,
  breweries: 0,
  styles: [],
  strengths: [],
  countries: [],
  topBreweries: [],
  badges: [],
}

/** Responses that the test set before this call take precedence. */
export function openApp(address: string, signedIn: User = aUser()): Opened {
  const overrides = network.listHandlers()
  answers(getUser, { status: 200, body: signedIn })
  answers(listScans, { status: 200, body: [] })
  answers(listFavorites, { status: 200, body: [] })
  answers(listPictures, { status: 200, body: { isKept: false, pictures: [], count: 0, bytes: 0 } })
  answers(listMarks, { status: 200, body: [] })
  answers(listWants, { status: 200, body: [] })
  answers(getTaste, { status: 200, body: { isOn: true, rated: 0, answered: 0, effects: [] } })
  answers(exportTaste, { status: 200, body: { answers: [], offSince: null } })
  const rest = { barcodes: [], labels: [], pictures: [], keepsPictures: false, preferences: null, timeZone: null }
  answers(exportRest, { status: 200, body: rest })
  answers(listCorrections, { status: 200, body: [] })
  answers(listJournal, { status: 200, body: { entries: [], next: null } })
  answers(getJournalSummary, { status: 200, body: NO_BEERS })
  answers(getNotifications, { status: 200, body: { preferences: null, pushKey: null, email: 'off' } })
  answers(saveNotifications, { status: 204, body: null })
  answers(unsubscribeFromPush, { status: 204, body: null })
  answers(listSearches, { status: 200, body: [] })
  answers(listRatings, { status: 200, body: [] })
  answers(listImports, { status: 200, body: [] })
  answers(getEngine, { status: 200, body: { kind: 'embedded', provider: null, hasFallback: false, budget: null } })
  refuses(getScan, 'not_found', 'No such scan')
  network.use(...(overrides as Parameters<typeof network.use>))
  window.history.replaceState({ entry: 0 }, '', address)
  render(<App />)
  return { user: userEvent.setup(), signedIn }
}

/** A small picture from the gallery. */
export function aPhoto(name = 'beer.jpg'): File {
  return new File([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])], name, { type: 'image/jpeg' })
}
