/** Containers whose beer nobody could read. */
import { NOTHING_PRINTED } from '../label/sighting.ts'
import { boundsOf, centreIn, type Frame, median, type PlacedLine } from '../lines/layout.ts'
import type { Sighting } from '../outcome.ts'
import type { View } from './beer-views.ts'
import { isNear } from './containers.ts'

/** Minimum OCR confidence of a word, and minimum height compared with named beers, of an unread container. */
const UNREAD_CONFIDENCE_MIN = 0.7
const UNREAD_HEIGHT_MIN = 0.6

/** True if the text is about as large as that of the named beers and is not on one of their containers. */
export function isContainer(cluster: readonly PlacedLine[], views: readonly View[], photo: Frame): boolean {
  if (!isLabelled(cluster, views, photo)) return false
  const typicalHeight = median(views.map(({ height }) => height))
  return (
    typicalHeight === 0 ||
    Math.max(...wordsIn(cluster).map(({ height }) => height)) >= UNREAD_HEIGHT_MIN * typicalHeight
  )
}

/** True if the text has a word and is not on a container of the named beers. */
export function isLabelled(cluster: readonly PlacedLine[], views: readonly View[], photo: Frame): boolean {
  if (wordsIn(cluster).length === 0) return false
  const { left, right, top, bottom } = boundsOf(cluster)
  const isOn = (view: View) =>
    Math.min(right, view.right) > Math.max(left, view.left) &&
    isNear(Math.max(top, view.top) - Math.min(bottom, view.bottom), photo)
  return !views.some(isOn)
}

function wordsIn(cluster: readonly PlacedLine[]): PlacedLine[] {
  return cluster.filter(({ line }) => line.confidence >= UNREAD_CONFIDENCE_MIN && /\p{L}{3}/u.test(line.text))
}

export function unreadContainer(photo: Frame, cluster: readonly PlacedLine[]): Sighting {
  return {
    verdict: 'unread-container',
    candidates: [],
    printed: NOTHING_PRINTED,
    evidence: cluster.map(({ line }) => line.text),
    position: centreIn(photo, cluster),
    count: 1,
    confidence: 0,
    fieldConfidence: { name: 0, brewery: 0, style: 0, abv: 0 },
  }
}
