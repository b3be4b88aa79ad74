/**
 * What one screen leaves for the next: the captured image, the beers of a menu, the current beer and the previous page.
 * Lives in memory only; what must survive a reload is in the outbox or on the server.
 */
import { useSyncExternalStore } from 'react'
import type { Alternative, Beer, ScanContext, SightedBeer } from '#contracts'

export interface CapturedImage {
  /** The id of the capture, which becomes the id of the scan. */
  id: string
  photo: Blob
  /** Object URL of the photo; released when another image takes its place. */
  url: string
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
  alternatives: Alternative[]
  readText: string[]
}

export interface Handoff {
  capturedImage: CapturedImage | null
  /** The last photo was read and holds no beer; it stays to be retried. */
  nothingFound: boolean
  menu: MenuBeers | null
  currentBeer: CurrentBeer | null
  previousPage: string | null
}

const EMPTY: Handoff = { capturedImage: null, nothingFound: false, menu: null, currentBeer: null, previousPage: null }
let current = EMPTY
const listeners = new Set<() => void>()

function change(next: Partial<Handoff>): void {
  current = { ...current, ...next }
  for (const listener of listeners) listener()
}

function releaseImage(): void {
  if (current.capturedImage) URL.revokeObjectURL(current.capturedImage.url)
}

export const handoff = {
  get: (): Handoff => current,
  leaveImage(image: Omit<CapturedImage, 'url'>): CapturedImage {
    releaseImage()
    const capturedImage = { ...image, url: URL.createObjectURL(image.photo) }
    change({ capturedImage, nothingFound: false })
    return capturedImage
  },
  dropImage(): void {
    releaseImage()
    change({ capturedImage: null, nothingFound: false })
  },
  foundNothing(): void {
    change({ nothingFound: true })
  },
  leaveMenu(menu: MenuBeers | null): void {
    change({ menu })
  },
  leaveBeer(currentBeer: CurrentBeer): void {
    change({ currentBeer })
  },
  comingFrom(previousPage: string): void {
    change({ previousPage })
  },
  /** Another user, another handoff. */
  clear(): void {
    releaseImage()
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
