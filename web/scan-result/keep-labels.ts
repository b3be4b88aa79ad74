/**
 * Keeps the label on the user's photo as the picture of its beer, for users who want that; of a photo without one, a tiny copy on this
 * device. Loaded when a scan has ended; nobody waits for
 * it, and a picture that cannot be kept is only missing.
 */
import type { QueryClient } from '@tanstack/react-query'
import { keepBeerPicture, outcomeOf, PICTURE_MAX_SIDE_PX, type Scan, type SightedBeer } from '#contracts'
import { call } from '#web/api/call.ts'
import { ownPicturesQuery, refreshOwnPictures } from '#web/beer/own-pictures.ts'
import { partOf, ratioOf } from '#web/device/photo-part.ts'
import { keepThumb } from '#web/device/scan-thumbs.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { cropOf, type LabelPlace } from './label-crop.ts'
import { beersOf, kindOf } from './scan-summary.ts'

interface ScannedPhoto {
  /** Of the capture and the scan. */
  id: string
  /** Who took it, if it may have waited on this device. */
  userId?: number
  photo: Blob
}

interface Label extends LabelPlace {
  beerId: number
}

/** Keeps the labels of a photo whose beers are sure. Scans that are shown without a beer get a thumb. */
export async function keepSureLabels(
  photo: ScannedPhoto & { userId: number },
  ended: Outcome | Scan,
  queryClient: QueryClient,
): Promise<void> {
  const isSingle = 'kind' in ended ? ended.kind === 'single' : kindOf(ended) === 'single' && ended.beer !== null
  if (!isSingle && (await queryClient.fetchQuery(ownPicturesQuery)).isKept) {
    await keepThumb(photo.userId, photo.id, photo.photo)
  }
  await keep(photo, 'kind' in ended ? sureOfOutcome(ended) : sureOfScan(ended), queryClient)
}

/** Keeps the label of the beer that the user named. */
export async function keepNamedLabel(
  photo: ScannedPhoto,
  scan: Scan,
  item: number,
  queryClient: QueryClient,
): Promise<void> {
  const beer = kindOf(scan) === 'menu' ? undefined : beersOf(scan)[item]
  await keep(photo, beer ? [labelOf(beer)] : [], queryClient)
}

async function keep(
  { id, userId, photo }: ScannedPhoto,
  labels: readonly Label[],
  queryClient: QueryClient,
): Promise<void> {
  if (labels.length === 0) return
  const { isKept, pictures } = await queryClient.fetchQuery(ownPicturesQuery)
  const isPictured = new Set(pictures.map(({ beerId }) => beerId))
  const missing = labels.filter(({ beerId }) => !isPictured.has(beerId))
  if (!isKept || missing.length === 0) return
  const ratio = await ratioOf(photo)
  const takenBy = userId?.toString()
  for (const { beerId, ...place } of missing) {
    const image = await partOf(photo, cropOf(place, ratio), PICTURE_MAX_SIDE_PX)
    await call(keepBeerPicture, { params: { id: String(beerId) }, form: { image, scanId: id, takenBy } })
  }
  await refreshOwnPictures(queryClient)
}

const labelOf = ({ id, box, position }: Pick<SightedBeer, 'id'> & LabelPlace): Label => ({ beerId: id, box, position })

/** The lines of a menu are no labels, and beside a barcode there may be none. */
function sureOfOutcome(outcome: Outcome): Label[] {
  if (outcome.kind === 'group') return outcome.context === 'menu' ? [] : sureOf(outcome.beers)
  if (outcome.kind !== 'single') return []
  const { beer, ...sighting } = outcome.answer
  const { outcome: found, confidence, origin } = sighting
  const isSure = outcomeOf({ outcome: found, confidence, listed: beer.listed }) === 'sure' && origin !== 'barcode'
  return isSure ? [labelOf({ ...sighting, id: beer.id })] : []
}

function sureOfScan(scan: Scan): Label[] {
  return kindOf(scan) === 'menu' ? [] : sureOf(beersOf(scan))
}

/** Of several beers, those whose label has a place. */
function sureOf(beers: readonly SightedBeer[]): Label[] {
  return beers
    .filter((beer) => outcomeOf(beer) === 'sure' && beer.origin !== 'barcode')
    .filter(({ box, position }) => beers.length === 1 || box || position)
    .map(labelOf)
}
