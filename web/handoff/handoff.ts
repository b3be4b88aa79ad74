/**
 * What one screen leaves for the next: the captured photo, the beers of a menu, the current beer and the previous page.
 * It lives in memory. A reload keeps all but the photos, in session storage; photos are in the outbox.
 */
import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import {
  Alternative,
  Beer,
  FieldConfidence,
  LabelBox,
  type OtherDrink,
  Position,
  RecognitionOrigin,
  RecognitionOutcome,
  ScanContext,
  ScanId,
  SightedBeer,
  type SingleAnswer,
} from '#contracts'

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

const MenuBeers = z.object({
  scanId: ScanId,
  beers: z.array(SightedBeer),
  context: ScanContext,
  /** As printed; null if it was not recognised. */
  title: z.nullable(z.string()),
  readAt: z.iso.datetime(),
})
export type MenuBeers = z.infer<typeof MenuBeers>

/** The beer of the last result, with the evidence from its photo. */
const CurrentBeer = z.object({
  beer: Beer,
  scanId: z.nullable(ScanId),
  outcome: z.optional(RecognitionOutcome),
  origin: z.optional(RecognitionOrigin),
  /** 0-100; null if the beer does not come from a photo. */
  confidence: z.nullable(z.number()),
  /** Position on the photo in percent; null or absent if unknown. */
  position: z.optional(z.nullable(Position)),
  /** The label on the photo; null or absent if unknown. */
  box: z.optional(z.nullable(LabelBox)),
  /** Confidence of each field in percent. */
  fieldConfidence: z.optional(z.nullable(FieldConfidence)),
  alternatives: z.array(Alternative),
  readText: z.array(z.string()),
})
export type CurrentBeer = z.infer<typeof CurrentBeer>

/** What session storage holds while the page reloads. */
const StoredHandoff = z.object({
  userId: z.int(),
  menu: z.nullable(MenuBeers),
  currentBeer: z.nullable(CurrentBeer),
  previousPage: z.nullable(z.string()),
})
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
}

const EMPTY: Handoff = {
  capturedImage: null,
  nothingFound: false,
  otherDrink: null,
  menu: null,
  menuPicture: null,
  currentBeer: null,
  previousPage: null,
}
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
  leaveBeer(currentBeer: CurrentBeer): void {
    change({ currentBeer })
  },
  /** Makes the beer of an answer the current beer. */
  leaveAnswer(answer: SingleAnswer): void {
    change({ currentBeer: answer })
  },
  setPreviousPage(previousPage: string): void {
    change({ previousPage })
  },
  clear(): void {
    change(EMPTY)
    owner = undefined
  },
  /**
   * Opens the handoff for a user: another user's is cleared, and what this user had before a reload is back. Returns the
   * way to close it.
   */
  openFor(userId: number): () => void {
    if (owner !== undefined && owner !== userId) change(EMPTY)
    owner = userId
    const stored = StoredHandoff.safeParse(takeStored())
    if (stored.success && stored.data.userId === userId) {
      const { menu, currentBeer, previousPage } = stored.data
      change({ menu, currentBeer, previousPage })
    }
    const persist = () => persistFor(userId)
    window.addEventListener('pagehide', persist)
    return () => window.removeEventListener('pagehide', persist)
  },
}

function persistFor(userId: number): void {
  const { menu, currentBeer, previousPage } = current
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, menu, currentBeer, previousPage }))
  } catch {
    // Storage is full or forbidden: the scans are in the history anyway.
  }
}

/** The stored value, removed on reading. */
function takeStored(): unknown {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY)
    sessionStorage.removeItem(STORAGE_KEY)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
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
