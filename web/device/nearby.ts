/** A search around the user in the maps app of the device. The position is asked for when the user taps, and used only for the link. */

export interface Position {
  latitude: number
  longitude: number
}

const POSITION_TIMEOUT_MS = 6_000
/** A neighbourhood. */
const MAP_ZOOM = 14

/** Null if the user declines, or the device cannot tell. */
export function currentPosition(): Promise<Position | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      () => resolve(null),
      { timeout: POSITION_TIMEOUT_MS, maximumAge: 60_000 },
    )
  })
}

/** Apple Maps, the maps app of Android, or OpenStreetMap. Without a position the map starts wherever it was last. */
export function mapSearch(query: string, position: Position | null, agent = navigator.userAgent): string {
  const place = position && `${round(position.latitude)},${round(position.longitude)}`
  const q = encodeURIComponent(query)
  if (/iPhone|iPad|Macintosh/.test(agent)) return `https://maps.apple.com/?q=${q}${place ? `&sll=${place}` : ''}`
  if (/Android/.test(agent)) return `geo:${place ?? '0,0'}?q=${q}`
  const view = position ? `#map=${MAP_ZOOM}/${round(position.latitude)}/${round(position.longitude)}` : ''
  return `https://www.openstreetmap.org/search?query=${q}${view}`
}

/** About 100 m: near enough for a map. */
function round(degrees: number): number {
  return Math.round(degrees * 1_000) / 1_000
}
