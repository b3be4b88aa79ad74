/** A search in the maps app of the device. */
import type { Coordinates } from '#contracts'

/** A neighbourhood. */
const MAP_ZOOM = 14

/** Apple Maps, the maps app of Android, or OpenStreetMap. Without a position the map starts wherever it was last. */
export function mapSearch(query: string, position: Coordinates | null, agent = navigator.userAgent): string {
  const place = position && `${position.latitude},${position.longitude}`
  const q = encodeURIComponent(query)
  if (/iPhone|iPad|Macintosh/.test(agent)) return `https://maps.apple.com/?q=${q}${place ? `&sll=${place}` : ''}`
  if (/Android/.test(agent)) return `geo:${place ?? '0,0'}?q=${q}`
  const view = position ? `#map=${MAP_ZOOM}/${position.latitude}/${position.longitude}` : ''
  return `https://www.openstreetmap.org/search?query=${q}${view}`
}
