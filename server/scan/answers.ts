/** The answers of the recognition calls, composed from the stored scan: a call that is sent again gets the same answer. */
import { Beer, type GroupAnswer, type MenuAnswer, parseMenuData, type Scan, type SingleAnswer } from '#contracts'
import { ProductError } from '../http/errors.ts'

/** In the shape of what was found, which may be another than what was asked for. @throws ProductError no_beer */
export function identifyAnswer(scan: Scan): SingleAnswer | MenuAnswer | GroupAnswer {
  if (scan.scanType === 'menu') return menuAnswer(scan)
  if (scan.scanType === 'multiple_beers') {
    const beers = parseMenuData(scan.menuData)
    return { scanId: scan.id, beers, totalDetected: beers.length, spots: scan.spots, ...standIn(scan) }
  }
  const { beer: sighted, fieldConfidence, alternatives } = scan
  if (!sighted || sighted.confidence === null || !fieldConfidence) throw noBeer()
  const { position, confidence, readText } = sighted
  // Without what only this photo says of the beer: parsing drops what a beer does not have.
  return {
    scanId: scan.id,
    beer: Beer.parse(sighted),
    position,
    confidence,
    fieldConfidence,
    alternatives,
    readText,
    ...standIn(scan),
  }
}

export function menuAnswer(scan: Scan): MenuAnswer {
  const beers = scan.scanType === 'single' && scan.beer ? [scan.beer] : parseMenuData(scan.menuData)
  return { scanId: scan.id, beers, title: scan.title, ...standIn(scan) }
}

/** Said only where another engine read the photo than the one that is configured. */
function standIn({ fallback }: Scan): Pick<MenuAnswer, 'fallback'> {
  return fallback ? { fallback } : {}
}

export function noBeer(): ProductError {
  return new ProductError('no_beer', 'No beer detected')
}
