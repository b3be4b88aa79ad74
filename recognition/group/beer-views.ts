/** The views of the beers in a photo, and the one entry that those of a beer become. */
import type { Catalogue } from '#catalogue'
import { listedSighting } from '../label/sighting.ts'
import { listedBox } from '../lines/label-box.ts'
import { boundsOf, boxIn, type Frame, overlap, type PlacedLine, weightedCentreIn } from '../lines/layout.ts'
import type { Sighting } from '../outcome.ts'
import { type Container, isNear, supportOf } from './containers.ts'

/** Views whose text has at least this share of the tallest one's height show the beer equally well. */
const SIMILAR_HEIGHT_MIN = 0.7
/** Minimum horizontal overlap and maximum gap (share of the photo's height) of a beer's name and other words of its label. */
const HINT_COLUMN_MIN = 0.5
const HINT_GAP_MAX = 0.2
/** Views share a container if they overlap by at least this share of the narrower one's width. */
const SAME_CONTAINER_MIN = 0.3

/** One beer on one container. Pixels. */
export interface View {
  beerId: number
  sighting: Sighting
  left: number
  right: number
  top: number
  bottom: number
  height: number
}

export function viewOf(catalogue: Catalogue, container: Container, photo: Frame): View {
  const { match, lines } = container
  const [best] = match.candidates
  if (!best) throw new Error('A named container has a candidate')
  const support = supportOf(container)
  const box = listedBox(photo, support, lines, match.confidence)
  const sighting = listedSighting(catalogue, match, lines, { position: weightedCentreIn(photo, support), box })
  return { beerId: best.beerId, sighting, ...boundsOf(support), height: Math.max(...support.map(heightOf)) }
}

/** A view of the brewery's large letters, which name no beer alone, above or below the small text that names one. */
export function hintOf({ lines, match }: Container, views: readonly View[], photo: Frame): View | undefined {
  const { left, right, top, bottom } = boundsOf(lines)
  const isInColumn = (view: View) =>
    overlap(left, right, view.left, view.right) >= HINT_COLUMN_MIN &&
    Math.max(top, view.top) - Math.min(bottom, view.bottom) < HINT_GAP_MAX * photo.height
  for (const candidate of match.candidates) {
    const support = candidate.lines.flatMap((index) => lines[index] ?? [])
    const view = views.find((view) => view.beerId === candidate.beerId && isInColumn(view))
    if (!view || support.length === 0) continue
    const position = weightedCentreIn(photo, support)
    const sighting = { ...view.sighting, position, box: boxIn(photo, lines) }
    return { ...view, sighting, ...boundsOf(support), height: Math.max(...support.map(heightOf)) }
  }
  return undefined
}

/** One entry for each beer, in the order of their views. Hints only locate a beer and do not count as containers. */
export function entriesOf(views: readonly View[], photo: Frame, hints: readonly View[] = []): Sighting[] {
  return [...new Set(views.map(({ beerId }) => beerId))].map((id) =>
    entryOf(
      views.filter(({ beerId }) => beerId === id),
      hints.filter(({ beerId }) => beerId === id),
      photo,
    ),
  )
}

/**
 * Joins the views of one beer. The largest text marks the best view: a label, not the price tag below it. Among views of
 * similar height the middle one gives the position.
 */
function entryOf(views: readonly View[], hints: readonly View[], photo: Frame): Sighting {
  const containers: View[] = []
  const byHeight = (some: readonly View[]) => [...some].sort((a, b) => b.height - a.height)
  for (const view of byHeight(views))
    if (!containers.some((other) => isSameContainer(other, view, photo))) containers.push(view)
  const candidates = byHeight([...views, ...hints])
  const [tallest] = candidates
  if (!tallest) throw new Error('An entry needs a view')
  const best = middleOf(candidates.filter(({ height }) => height >= SIMILAR_HEIGHT_MIN * tallest.height)) ?? tallest
  const confidence = Math.max(...views.map(({ sighting }) => sighting.confidence))
  return { ...best.sighting, confidence, count: containers.length }
}

/** The view nearest to the centre of all; undefined for fewer than three, which have no middle one. */
function middleOf(views: readonly View[]): View | undefined {
  if (views.length < 3) return undefined
  const centres = views.map((view) => ({ view, x: (view.left + view.right) / 2, y: (view.top + view.bottom) / 2 }))
  const x = centres.reduce((sum, centre) => sum + centre.x, 0) / centres.length
  const y = centres.reduce((sum, centre) => sum + centre.y, 0) / centres.length
  const distance = (centre: { x: number; y: number }) => Math.hypot(centre.x - x, centre.y - y)
  return centres.sort((a, b) => distance(a) - distance(b))[0]?.view
}

/** True if two views form one column with a small gap, such as the neck and the body of one bottle. */
function isSameContainer(a: View, b: View, photo: Frame): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const gap = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom)
  return shared > SAME_CONTAINER_MIN * Math.min(a.right - a.left, b.right - b.left) && isNear(gap, photo)
}

const heightOf = ({ height }: PlacedLine) => height
