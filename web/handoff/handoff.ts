/**
 * What one screen leaves for the next: the captured photo, the beers of a menu, the current beer and the previous page.
 * It lives in memory. A page that reloads, or that a phone discards, keeps all but the photos in session storage; photos are in the
 * outbox.
 */
import { useSyncExternalStore } from 'react'
import type { Beer, OtherDrink, Scan, ScanContext, SightedBeer, SingleAnswer } from '#contracts'
import { beforePageEnds } from '#web/device/page.ts'
import type { CurrentBeer, MenuBeers } from './stored-handoff.ts'

export type { CurrentBeer, MenuBeers } from './stored-handoff.ts'

/** What a row showed of the beer that it opened: all of it, or its name. */
export type OpenedBeer = Beer | Pick<Beer, 'id' | 'name'>

export const isWholeBeer = (beer: OpenedBeer): beer is Beer => 'listed' in beer

export interface CapturedImage {
  /** Id of the capture, which becomes the id of the scan. */
  id: string
  photo: Blob
  /** Object URL of the photo; revoked when the handoff no longer holds the photo. */
  url: string
  /** Width divided by height, once measured; reserves the space of the photo. */
  ratio?: number
  context: ScanContext
}

const STORAGE_KEY = 'beergoggles.handoff'

export interface Handoff {
  capturedImage: CapturedImage | null
  /** The last photo shows no beer. It is stored for a retry. */
  nothingFound: boolean
  /** The drink on that photo, if one was recognised. */
  otherDrink: OtherDrink | null
  menu: MenuBeers | null
  /** The photo of the menu, while this device has it: the server stores none. */
  menuPicture: CapturedImage | null
  currentBeer: CurrentBeer | null
  previousPage: string | null
  /** What rows showed of the beers and scans that were opened last: their pages show it while they load. */
  openedBeers: ReadonlyMap<number, OpenedBeer>
  openedScans: ReadonlyMap<string, Scan>
}

const EMPTY: Handoff = {
  capturedImage: null,
  nothingFound: false,
  otherDrink: null,
  menu: null,
  menuPicture: null,
  currentBeer: null,
  previousPage: null,
  openedBeers: new Map(),
  openedScans: new Map(),
}
/** Enough for the way back through the pages that were opened. */
const OPENED_MAX = 50
let current = EMPTY
/** The user whose handoff this is. */
let owner: number | undefined
const listeners = new Set<() => void>()

/** Revokes the object URLs of photos that are no longer held. */
function change(next: Partial<Handoff>): void {
  const before = urlsOf(current)
  current = { ...current, ...next }
  const held = urlsOf(current)
  for (const url of before) if (!held.has(url)) URL.revokeObjectURL(url)
  for (const listener of listeners) listener()
}

function withLast<Id, Opened extends { id: Id }>(opened: ReadonlyMap<Id, Opened>, last: Opened): Map<Id, Opened> {
  const others = [...opened.values()].filter(({ id }) => id !== last.id).slice(1 - OPENED_MAX)
  return new Map([...others, last].map((one) => [one.id, one]))
}

function urlsOf({ capturedImage, menuPicture }: Handoff): Set<string> {
  return new Set([capturedImage, menuPicture].flatMap((image) => image?.url ?? []))
}

function measure(image: CapturedImage): void {
  const probe = new Image()
  probe.onload = () => {
    const measured = { ...image, ratio: probe.naturalWidth / probe.naturalHeight }
    if (current.capturedImage === image) change({ capturedImage: measured })
    if (current.menuPicture === image) change({ menuPicture: measured })
  }
  probe.src = image.url
}

export const handoff = {
  get: (): Handoff => current,
  leaveImage(image: Omit<CapturedImage, 'url' | 'ratio'>): CapturedImage {
    const capturedImage = { ...image, url: URL.createObjectURL(image.photo) }
    change({ capturedImage, nothingFound: false, otherDrink: null })
    measure(capturedImage)
    return capturedImage
  },
  dropImage(): void {
    change({ capturedImage: null, nothingFound: false, otherDrink: null })
  },
  markNothingFound(otherDrink: OtherDrink | null): void {
    change({ nothingFound: true, otherDrink })
  },
  leaveMenu(menu: MenuBeers | null): void {
    const { capturedImage, menuPicture } = current
    const picture = [capturedImage, menuPicture].find((image) => image !== null && image.id === menu?.scanId)
    change({ menu, menuPicture: picture ?? null })
  },
  /** Updates the menu if it belongs to this scan. */
  correctMenu(scanId: string, beers: SightedBeer[]): void {
    if (current.menu?.scanId === scanId) change({ menu: { ...current.menu, beers } })
  },
  leaveBeer(currentBeer: CurrentBeer | null): void {
    change({ currentBeer })
  },
  /** Makes the beer of an answer the current beer. */
  leaveAnswer(answer: SingleAnswer): void {
    change({ currentBeer: answer })
  },
  leaveOpenedBeer(beer: OpenedBeer): void {
    const { openedBeers } = current
    const known = isWholeBeer(beer) ? beer : (openedBeers.get(beer.id) ?? beer)
    change({ openedBeers: withLast(openedBeers, known) })
  },
  leaveOpenedScan(scan: Scan): void {
    change({ openedScans: withLast(current.openedScans, scan) })
  },
  setPreviousPage(previousPage: string): void {
    change({ previousPage })
  },
  /** Nothing is stored of what was cleared, even if the page ends later. */
  clear(): void {
    change(EMPTY)
    owner = undefined
  },
  /**
   * Opens the handoff for a user: another user's is cleared. `onOpen` is called once what this user had before a reload
   * is back. Returns the way to close it.
   */
  openFor(userId: number, onOpen: () => void): () => void {
    // What this page has is newer than what it stored.
    const isNewPage = owner === undefined
    if (!isNewPage && owner !== userId) change(EMPTY)
    owner = userId
    let isOpen = true
    let stopPersisting: (() => void) | undefined
    if (isNewPage) opening = opening.then(() => restoreFor(userId))
    void opening.then(() => {
      if (!isOpen) return
      stopPersisting = beforePageEnds(() => owner === userId && persistFor(userId))
      onOpen()
    })
    return () => {
      isOpen = false
      stopPersisting?.()
    }
  },
}

/** Ends when the last opening has restored what was stored. */
let opening = Promise.resolve()

async function restoreFor(userId: number): Promise<void> {
  const text = readStored()
  if (text === null) return
  try {
    const { StoredHandoff } = await import('./stored-handoff.ts')
    const { userId: storedFor, ...stored } = StoredHandoff.parse(JSON.parse(text))
    if (storedFor !== userId) sessionStorage.removeItem(STORAGE_KEY)
    else if (owner === userId) change(stored)
  } catch (error) {
    // Another version stored it, or its code cannot be loaded: the scans are in the history.
    console.warn('What this page had before the reload is not restored.', error)
  }
}

function persistFor(userId: number): void {
  const { menu, currentBeer, previousPage } = current
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, menu, currentBeer, previousPage }))
  } catch {
    // Storage is full or forbidden: the scans are in the history anyway.
  }
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

export function useHandoff(): Handoff {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}

/** The photo of a scan, while this device has it. */
export function usePictureOf(scanId: string | undefined): CapturedImage | null {
  const { capturedImage, menuPicture } = useHandoff()
  return [capturedImage, menuPicture].find((image) => image !== null && image.id === scanId) ?? null
}
