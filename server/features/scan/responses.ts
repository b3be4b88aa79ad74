/** Builds the responses of the recognition calls from the stored scan, so that a repeated call gets the same response. */
import {
  Beer,
  DOUBTFUL_CANDIDATES_SHOWN,
  type GroupAnswer,
  type MenuAnswer,
  outcomeOf,
  parseMenuData,
  type Scan,
  type SingleAnswer,
} from '#contracts'
import { ProductError } from '../../adapters/http/errors.ts'

/** The shape follows what the photo shows, which may differ from what the client expected. @throws ProductError no_beer, unknown_barcode */
export function identifyResponse(scan: Scan): SingleAnswer | MenuAnswer | GroupAnswer {
  if (scan.scanType === 'menu') return menuResponse(scan)
  if (scan.scanType === 'multiple_beers') {
    const beers = parseMenuData(scan.menuData)
    return {
      scanId: scan.id,
      beers,
      totalDetected: beers.length,
      spots: scan.spots,
      ...otherDrinkOf(scan),
      ...fallbackOf(scan),
    }
  }
  const { beer: sighted, fieldConfidence, alternatives, barcode } = scan
  if (!sighted && barcode && !scan.otherDrink)
    throw new ProductError('unknown_barcode', "We don't know the beer of this barcode yet.")
  if (!sighted || sighted.confidence === null || !fieldConfidence) throw noBeer(scan)
  const { position, box = null, confidence, readText } = sighted
  const outcome = outcomeOf(sighted)
  // Parsing drops the fields that belong to this photo and not to the beer.
  return {
    scanId: scan.id,
    outcome,
    ...(sighted.origin && { origin: sighted.origin }),
    beer: Beer.parse(sighted),
    position,
    box,
    confidence,
    fieldConfidence,
    // The beer itself is one of the choices.
    alternatives: outcome === 'ask' ? alternatives.slice(0, DOUBTFUL_CANDIDATES_SHOWN - 1) : alternatives,
    readText,
    ...fallbackOf(scan),
  }
}

export function menuResponse(scan: Scan): MenuAnswer {
  const beers = scan.scanType === 'single' && scan.beer ? [scan.beer] : parseMenuData(scan.menuData)
  return { scanId: scan.id, beers, title: scan.title, ...otherDrinkOf(scan), ...fallbackOf(scan) }
}

/** Present only if the fallback engine read the photo. */
function fallbackOf({ fallback }: Scan): Pick<MenuAnswer, 'fallback'> {
  return fallback ? { fallback } : {}
}

/** Present only on a photo without beer. */
function otherDrinkOf({ otherDrink }: Pick<Scan, 'otherDrink'>): Pick<MenuAnswer, 'otherDrink'> {
  return otherDrink ? { otherDrink } : {}
}

/** `scan`: absent for a frame of the camera, which is not stored. */
export function noBeer(scan: Pick<Scan, 'otherDrink'> = {}): ProductError {
  return new ProductError('no_beer', 'No beer detected', otherDrinkOf(scan))
}
