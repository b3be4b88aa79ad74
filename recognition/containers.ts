/**
 * Which lines stand on one container. Geometry proposes, the catalogue decides: texts that stand one above the other are one
 * container where one beer explains them all, however far the neck is from the body.
 */
import { ACCEPT_MIN } from './confidence.ts'
import { boundsOf, clusterLines, type Frame, overlap, type PlacedLine } from './layout.ts'
import type { Match } from './sighting.ts'

/** A container is rarely wider than this share of the photo. */
const WIDTH_MAX = 0.25
/** Texts of one container are no further apart than this share of the photo's height, or this many text heights. */
const GAP_MAX = 0.12
const GAP_HEIGHTS_MAX = 4
/** Share of the narrower text on which the parts of one container stand one above the other. */
const COLUMN_MIN = 0.5

/** Another beer's name is about as large as the first one's. */
const AS_LARGE_MIN = 0.6

/** Lines that belong together and what the catalogue makes of them. */
export interface Container {
  lines: PlacedLine[]
  match: Match
}

export type MatchOf = (lines: readonly PlacedLine[]) => Match

/** The catalogue as containers ask it. */
export interface Tellers {
  match: MatchOf
  /** Null of a beer whose brewery nobody knows. */
  breweryOf(beerId: number): number | null
}

/** The containers of which something was read, whether it names a beer or not. */
export function containersOn(lines: readonly PlacedLine[], photo: Frame, tellers: Tellers): Container[] {
  return joined(
    near(lines, photo).flatMap((cluster) => divided(cluster, photo, tellers)),
    photo,
    tellers.match,
  )
}

/** Where one beer leaves another one's whole name over, two containers stand too close to be told apart by their gaps. */
function divided(lines: readonly PlacedLine[], photo: Frame, tellers: Tellers): Container[] {
  const { match } = tellers
  const first = { lines: [...lines], match: match(lines) }
  if (!isNamed(first)) return [first]
  const support = new Set(supportOf(first))
  const parts = near(
    lines.filter((line) => !support.has(line)),
    photo,
  )
    .flatMap((cluster) => divided(cluster, photo, tellers))
    .filter((part) => isNamed(part) && !isOfOneBrewery(part, first, tellers) && isAsLarge(part, first))
  if (parts.length === 0) return [first]
  const away = new Set(parts.flatMap((part) => part.lines))
  const kept = lines.filter((line) => !away.has(line))
  return [{ lines: kept, match: match(kept) }, ...parts]
}

/** What is left of a brewery's words beside one of its beers is no other beer. */
function isOfOneBrewery(a: Container, b: Container, { breweryOf }: Tellers): boolean {
  const [one, other] = [a, b].map((container) => breweryOf(beerOf(container) ?? 0))
  return one === other
}

function isAsLarge(part: Container, first: Container): boolean {
  const tallest = (container: Container) => Math.max(...supportOf(container).map(({ height }) => height))
  return tallest(part) >= AS_LARGE_MIN * tallest(first)
}

function near(lines: readonly PlacedLine[], photo: Frame): PlacedLine[][] {
  return clusterLines(lines, { overlapMin: 0.35, gapMax: 1.6, sideGapMax: 1, widthMax: photo.width * WIDTH_MAX })
}

export function isNamed({ match }: Container): boolean {
  return match.candidates.length > 0 && match.confidence >= ACCEPT_MIN
}

/** The most likely beer, named or not. */
export function beerOf({ match }: Container): number | undefined {
  return match.candidates[0]?.beerId
}

/** The lines that speak for the most likely beer. */
export function supportOf({ lines, match }: Container): PlacedLine[] {
  return match.candidates[0]?.lines.flatMap((index) => lines[index] ?? []) ?? []
}

/** True for a gap of this many pixels that is no wider than those on one container. */
export function isNear(gap: number, photo: Frame): boolean {
  return gap < GAP_MAX * photo.height
}

function joined(containers: readonly Container[], photo: Frame, match: MatchOf): Container[] {
  const pairs = containers
    .flatMap((a, index) => containers.slice(index + 1).map((b) => ({ a, b, gap: gapInColumn(a, b, photo) })))
    .flatMap(({ a, b, gap }) => (gap === undefined ? [] : { a, b, gap }))
    .sort((p, q) => p.gap - q.gap)
  const home = new Map(containers.map((container) => [container, container]))
  for (const pair of pairs) {
    const [a, b] = [home.get(pair.a), home.get(pair.b)]
    if (!a || !b || a === b) continue
    const whole = wholeOf(a, b, match)
    if (!whole) continue
    for (const [part, now] of home) if (now === a || now === b) home.set(part, whole)
  }
  return [...new Set(home.values())]
}

/**
 * The two as one, where one beer explains what speaks for a beer in each: 'Spaten' on the neck, which alone would be another
 * beer of Spaten's, above 'Spaten Optimator'. Twice the same beer stays two views of it.
 */
function wholeOf(a: Container, b: Container, match: MatchOf): Container | undefined {
  if (beerOf(a) === undefined && beerOf(b) === undefined) return undefined
  if (isNamed(a) && isNamed(b) && beerOf(a) === beerOf(b)) return undefined
  const lines = [...a.lines, ...b.lines].sort((p, q) => p.y - q.y || p.x - q.x)
  const whole = { lines, match: match(lines) }
  if (!isNamed(whole)) return undefined
  const support = new Set(supportOf(whole))
  const isExplained = (part: Container) =>
    isNamed(part) ? supportOf(part).every((line) => support.has(line)) : part.lines.some((line) => support.has(line))
  if (!isExplained(a) || !isExplained(b)) return undefined
  // Two names become one; a name beside nothing told must not get worse by it.
  if (isNamed(a) === isNamed(b)) return whole
  return scoreOf(whole) >= scoreOf(isNamed(a) ? a : b) ? whole : undefined
}

function scoreOf({ match }: Container): number {
  return match.candidates[0]?.score ?? 0
}

/** Pixels between two texts of one column; undefined when they are none or too far apart for one container. */
function gapInColumn(a: Container, b: Container, photo: Frame): number | undefined {
  const [one, other] = [boundsOf(a.lines), boundsOf(b.lines)]
  if (overlap(one.left, one.right, other.left, other.right) < COLUMN_MIN) return undefined
  if (Math.max(one.right, other.right) - Math.min(one.left, other.left) > photo.width * WIDTH_MAX) return undefined
  const gap = Math.max(0, Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom))
  const tallest = ({ lines }: Container) => Math.max(...lines.map(({ height }) => height))
  return isNear(gap, photo) || gap < GAP_HEIGHTS_MAX * Math.min(tallest(a), tallest(b)) ? gap : undefined
}
