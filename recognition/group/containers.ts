/**
 * Groups lines into containers (bottles, cans, packs). Geometry proposes, the catalogue decides: texts in one column belong to
 * one container if a single beer explains them all, however far the neck label is from the body label.
 */

import { ACCEPT_MIN, areOfOneBrewery } from '../label/acceptance.ts'
import type { Match } from '../label/sighting.ts'
import { clusterLines } from '../lines/cluster-lines.ts'
import { boundsOf, type Frame, overlap, type PlacedLine } from '../lines/layout.ts'

/** A container is rarely wider than this share of the photo. */
const WIDTH_MAX = 0.25
/** Maximum gap between texts of one container: a share of the photo's height, or a number of text heights. */
const GAP_MAX = 0.12
const GAP_HEIGHTS_MAX = 4
/** Minimum horizontal overlap of texts in one column, as a share of the narrower one. */
const COLUMN_MIN = 0.5

/** Minimum height of a second beer's name, as a share of the first one's; smaller text is small print. */
const SIMILAR_HEIGHT_MIN = 0.6

/** The lines of one container and their match. */
export interface Container {
  lines: PlacedLine[]
  match: Match
}

type MatchOf = (lines: readonly PlacedLine[]) => Match

/** What grouping needs of the catalogue. */
export interface ContainerMatcher {
  match: MatchOf
  /** Null if the beer's brewery is unknown. */
  breweryOf(beerId: number): number | null
}

/** Returns every container with text, whether or not the text names a beer. */
export function findContainers(lines: readonly PlacedLine[], photo: Frame, matcher: ContainerMatcher): Container[] {
  return mergeColumns(
    clusterNearby(lines, photo).flatMap((cluster) => splitByBeer(cluster, photo, matcher)),
    photo,
    matcher.match,
  )
}

/**
 * Splits a cluster if the lines that do not support its beer name another one: two containers can be too close together for
 * their gap to separate them.
 */
function splitByBeer(lines: readonly PlacedLine[], photo: Frame, matcher: ContainerMatcher): Container[] {
  const { match } = matcher
  const first = { lines: [...lines], match: match(lines) }
  if (!isNamed(first)) return [first]
  const support = new Set(supportOf(first))
  const parts = clusterNearby(
    lines.filter((line) => !support.has(line)),
    photo,
  )
    .flatMap((cluster) => splitByBeer(cluster, photo, matcher))
    .filter((part) => isNamed(part) && !areOfSameBrewery(part, first, matcher) && hasSimilarHeight(part, first))
  if (parts.length === 0) return [first]
  const split = new Set(parts.flatMap((part) => part.lines))
  const rest = lines.filter((line) => !split.has(line))
  return [{ lines: rest, match: match(rest) }, ...parts]
}

/** The remaining words of a brewery next to one of its beers do not name another beer. */
function areOfSameBrewery(a: Container, b: Container, { breweryOf }: ContainerMatcher): boolean {
  return areOfOneBrewery(beerOf(a) ?? 0, beerOf(b) ?? 0, breweryOf)
}

function hasSimilarHeight(part: Container, first: Container): boolean {
  const tallest = (container: Container) => Math.max(...supportOf(container).map(({ height }) => height))
  return tallest(part) >= SIMILAR_HEIGHT_MIN * tallest(first)
}

function clusterNearby(lines: readonly PlacedLine[], photo: Frame): PlacedLine[][] {
  return clusterLines(lines, { overlapMin: 0.35, gapMax: 1.6, sideGapMax: 1, widthMax: photo.width * WIDTH_MAX })
}

export function isNamed({ match }: Container): boolean {
  return match.candidates.length > 0 && match.confidence >= ACCEPT_MIN
}

/** The most likely beer, named or not. */
export function beerOf({ match }: Container): number | undefined {
  return match.candidates[0]?.beerId
}

/** The lines that match the most likely beer. */
export function supportOf({ lines, match }: Container): PlacedLine[] {
  return match.candidates[0]?.lines.flatMap((index) => lines[index] ?? []) ?? []
}

/** True if a gap, in pixels, may lie between two texts of one container. */
export function isNear(gap: number, photo: Frame): boolean {
  return gap < GAP_MAX * photo.height
}

/** Merges containers of one column, closest first, if one beer explains both. */
function mergeColumns(containers: readonly Container[], photo: Frame, match: MatchOf): Container[] {
  const pairs = containers
    .flatMap((a, index) => containers.slice(index + 1).map((b) => ({ a, b, gap: gapInColumn(a, b, photo) })))
    .flatMap(({ a, b, gap }) => (gap === undefined ? [] : { a, b, gap }))
    .sort((p, q) => p.gap - q.gap)
  const merged = new Map(containers.map((container) => [container, container]))
  for (const pair of pairs) {
    const [a, b] = [merged.get(pair.a), merged.get(pair.b)]
    if (!a || !b || a === b) continue
    const whole = mergeIfExplained(a, b, match)
    if (!whole) continue
    for (const [part, current] of merged) if (current === a || current === b) merged.set(part, whole)
  }
  return [...new Set(merged.values())]
}

/**
 * Merges two containers if one beer explains the supporting lines of both: 'Spaten' on the neck, which alone would match another
 * beer of Spaten, above 'Spaten Optimator'. Two containers of the same beer stay separate views of it.
 */
function mergeIfExplained(a: Container, b: Container, match: MatchOf): Container | undefined {
  if (beerOf(a) === undefined && beerOf(b) === undefined) return undefined
  if (isNamed(a) && isNamed(b) && beerOf(a) === beerOf(b)) return undefined
  const lines = [...a.lines, ...b.lines].sort((p, q) => p.y - q.y || p.x - q.x)
  const whole = { lines, match: match(lines) }
  if (!isNamed(whole)) return undefined
  const support = new Set(supportOf(whole))
  const isExplained = (part: Container) =>
    isNamed(part) ? supportOf(part).every((line) => support.has(line)) : part.lines.some((line) => support.has(line))
  if (!isExplained(a) || !isExplained(b)) return undefined
  // Merging a named container with an unnamed one must not lower its score.
  if (isNamed(a) === isNamed(b)) return whole
  return scoreOf(whole) >= scoreOf(isNamed(a) ? a : b) ? whole : undefined
}

function scoreOf({ match }: Container): number {
  return match.candidates[0]?.score ?? 0
}

/** Pixels between two texts of one column; undefined if they do not form a column or are too far apart for one container. */
function gapInColumn(a: Container, b: Container, photo: Frame): number | undefined {
  const [boxA, boxB] = [boundsOf(a.lines), boundsOf(b.lines)]
  if (overlap(boxA.left, boxA.right, boxB.left, boxB.right) < COLUMN_MIN) return undefined
  if (Math.max(boxA.right, boxB.right) - Math.min(boxA.left, boxB.left) > photo.width * WIDTH_MAX) return undefined
  const gap = Math.max(0, Math.max(boxA.top, boxB.top) - Math.min(boxA.bottom, boxB.bottom))
  const tallest = ({ lines }: Container) => Math.max(...lines.map(({ height }) => height))
  return isNear(gap, photo) || gap < GAP_HEIGHTS_MAX * Math.min(tallest(a), tallest(b)) ? gap : undefined
}
