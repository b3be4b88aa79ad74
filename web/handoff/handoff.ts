/**
 * What one screen leaves for the next: the captured image, the beers of a menu, the current beer and the previous page.
 * Lives in memory only; what must survive a reload is in the outbox or on the server.
 */
import { useSyncExternalStore } from 'react'
import type { Alternative, Beer, FieldConfidence, Position, ScanContext, SightedBeer, SingleAnswer } from '#contracts'

export interface CapturedImage {
  /** The id of the capture, which becomes the id of the scan. */
  id: string
  photo: Blob
  /** Object URL of the photo; released when no screen is left the picture any more. */
  url: string
  /** Width by height, soon after it was left here; what shows the picture keeps room for it. */
  ratio?: number
  context: ScanContext
}

export interface MenuBeers {
  scanId: string
  beers: SightedBeer[]
  context: ScanContext
  /** As printed on the menu, when it was read. */
  title: string | null
  readAt: string
}

/** The beer of the last result, with what only its photo says. */
export interface CurrentBeer {
  beer: Beer
  scanId: string | null
  /** 0-100; null when the beer was not read from a photo. */
  confidence: number | null
  /** Where it stands on its picture, in percent; absent or null when that is not known. */
  position?: Position | null
  /** How sure each part of the reading is, in percent. */
  fieldConfidence?: FieldConfidence | null
  alternatives: Alternative[]
  readText: string[]
}

export interface Handoff {
  capturedImage: CapturedImage | null
  /** The last photo was read and holds no beer; it stays to be retried. */
  nothingFound: boolean
  menu: MenuBeers | null
  /** The picture that the menu was read from, as long as it is here: the server keeps none. */
  menuPicture: CapturedImage | null
  currentBeer: CurrentBeer | null
  previousPage: string | null
}

const EMPTY: Handoff = {
  capturedImage: null,
  nothingFound: false,
  menu: null,
  menuPicture: null,
  currentBeer: null,
  previousPage: null,
}
let current = EMPTY
const listeners = new Set<() => void>()

/** Pictures that nobody holds any more are released. */
function change(next: Partial<Handoff>): void {
  const before = urlsOf(current)
  current = { ...current, ...next }
  const held = urlsOf(current)
  for (const url of before) if (!held.has(url)) URL.revokeObjectURL(url)
  for (const listener of listeners) listener()
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
    change({ capturedImage, nothingFound: false })
    measure(capturedImage)
    return capturedImage
  },
  dropImage(): void {
    change({ capturedImage: null, nothingFound: false })
  },
  foundNothing(): void {
    change({ nothingFound: true })
  },
  leaveMenu(menu: MenuBeers | null): void {
    const { capturedImage, menuPicture } = current
    const picture = [capturedImage, menuPicture].find((image) => image !== null && image.id === menu?.scanId)
    change({ menu, menuPicture: picture ?? null })
  },
  /** A scan says something else now; if it is the menu here, so does the menu. */
  correctMenu(scanId: string, beers: SightedBeer[]): void {
    if (current.menu?.scanId === scanId) change({ menu: { ...current.menu, beers } })
  },
  leaveBeer(currentBeer: CurrentBeer): void {
    change({ currentBeer })
  },
  /** The beer that a photo was read as. */
  leaveRead({ beer, scanId, confidence, position, fieldConfidence, alternatives, readText }: SingleAnswer): void {
    change({ currentBeer: { beer, scanId, confidence, position, fieldConfidence, alternatives, readText } })
  },
  comingFrom(previousPage: string): void {
    change({ previousPage })
  },
  /** Another user, another handoff. */
  clear(): void {
    change(EMPTY)
  },
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

/** The picture that a scan was read from, as long as it is here. */
export function usePictureOf(scanId: string | undefined): CapturedImage | null {
  const { capturedImage, menuPicture } = useHandoff()
  return [capturedImage, menuPicture].find((image) => image !== null && image.id === scanId) ?? null
}
