/**
 * Where photos come from, so that cross-validation never fits and scores on photos of one source: they often show the same
 * bottles, in the same light, by the same camera.
 */
import { dirname } from 'node:path'
import type { LabelledPhoto } from './photo-set.ts'

/** Parts of a set in cross-validation. */
const FOLDS = 8

/** What is known about a photo's source. */
export type Sourced = Pick<LabelledPhoto, 'id' | 'file' | 'repo' | 'scene_group'>

/** Returns the source of each photo: its repository, without one its folder. Repositories that share a session are one source. */
export function sourcesOf(photos: readonly Sourced[]): Map<string, string> {
  const placeOf = ({ repo, file }: Sourced) => repo ?? dirname(file)
  const sourceOf = new Map(photos.map((photo) => [placeOf(photo), placeOf(photo)]))
  const firstOfSession = new Map<string, string>()
  for (const photo of photos) {
    if (!photo.scene_group) continue
    const first = sourceOf.get(firstOfSession.get(photo.scene_group) ?? placeOf(photo))
    const own = sourceOf.get(placeOf(photo))
    firstOfSession.set(photo.scene_group, placeOf(photo))
    for (const [place, source] of sourceOf) if (first && source === own) sourceOf.set(place, first)
  }
  return new Map(photos.map((photo) => [photo.id, sourceOf.get(placeOf(photo)) ?? placeOf(photo)]))
}

/** The ids of the photos of each fold. All photos of a source are in the same one. */
export function photoFolds(photos: readonly Sourced[], count = FOLDS): ReadonlySet<string>[] {
  const sources = sourcesOf(photos)
  const foldOf = foldsOf([...sources.values()], count)
  return Array.from(
    { length: count },
    (_, fold) => new Set([...sources].flatMap(([id, source]) => (foldOf.get(source) === fold ? id : []))),
  ).filter(({ size }) => size > 0)
}

/**
 * Assigns every source to a fold, the largest first and each to the smallest fold so far. `sources` has one entry per photo.
 * The same sources in the same order give the same folds.
 */
export function foldsOf(sources: readonly string[], count: number): Map<string, number> {
  const photosOf = new Map<string, number>()
  for (const source of sources) photosOf.set(source, (photosOf.get(source) ?? 0) + 1)
  const sizes = Array.from({ length: count }, () => 0)
  const largestFirst = [...photosOf].sort(([, a], [, b]) => b - a)
  return new Map(
    largestFirst.map(([source, photos]) => {
      const fold = sizes.indexOf(Math.min(...sizes))
      sizes[fold] = (sizes[fold] ?? 0) + photos
      return [source, fold]
    }),
  )
}
