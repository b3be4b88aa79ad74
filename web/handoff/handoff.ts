/**
 * What one screen leaves for the next: the captured image, the beers of a menu, the current beer and the previous page.
 * Lives in memory only; what must survive a reload is in the outbox or on the server. Over the reload into another version
 * of the app, which the user did not ask for, all but the pictures is kept.
 */
import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import {
  Alternative,
  Beer,
  FieldConfidence,
  Position,
  ScanContext,
  ScanId,
  SightedBeer,
  type SingleAnswer,
} from '#contracts'

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

const MenuBeers = z.object({
  scanId: ScanId,
  beers: z.array(SightedBeer),
  context: ScanContext,
  /** As printed on the menu, when it was read. */
  title: z.nullable(z.string()),
  readAt: z.iso.datetime(),
})
export type MenuBeers = z.infer<typeof MenuBeers>

/** The beer of the last result, with what only its photo says. */
const CurrentBeer = z.object({
  beer: Beer,
  scanId: z.nullable(ScanId),
  /** 0-100; null when the beer was not read from a photo. */
  confidence: z.nullable(z.number()),
  /** Where it stands on its picture, in percent; absent or null when that is not known. */
  position: z.optional(z.nullable(Position)),
  /** How sure each part of the reading is, in percent. */
  fieldConfidence: z.optional(z.nullable(FieldConfidence)),
  alternatives: z.array(Alternative),
  readText: z.array(z.string()),
})
export type CurrentBeer = z.infer<typeof CurrentBeer>

/** What lies in the session's storage between two versions of the app. */
const KeptHandoff = z.object({
  userId: z.int(),
  menu: z.nullable(MenuBeers),
  currentBeer: z.nullable(CurrentBeer),
  previousPage: z.nullable(z.string()),
})
const KEPT_NAME = 'beergoggles.handoff'

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
  /** Keeps what this user left here for the page that replaces this one. */
  keepFor(userId: number): void {
    const { menu, currentBeer, previousPage } = current
    try {
      sessionStorage.setItem(KEPT_NAME, JSON.stringify({ userId, menu, currentBeer, previousPage }))
    } catch {
      // A full or forbidden store: scans stand in the history all the same.
    }
  },
  /** Takes what the page before this one kept for this user. */
  restoreFor(userId: number): void {
    const kept = KeptHandoff.safeParse(takeKept())
    if (!kept.success || kept.data.userId !== userId) return
    const { menu, currentBeer, previousPage } = kept.data
    change({ menu, currentBeer, previousPage })
  },
}

/** What was kept, as it came; read once. */
function takeKept(): unknown {
  try {
    const text = sessionStorage.getItem(KEPT_NAME)
    sessionStorage.removeItem(KEPT_NAME)
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

/** The picture that a scan was read from, as long as it is here. */
export function usePictureOf(scanId: string | undefined): CapturedImage | null {
  const { capturedImage, menuPicture } = useHandoff()
  return [capturedImage, menuPicture].find((image) => image !== null && image.id === scanId) ?? null
}
