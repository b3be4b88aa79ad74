/** Where the device is. Asked only on tap; refused and unavailable positions are undefined. */

const WAIT_MS = 10_000
/** As fine as a place is kept: about a hundred metres, a block but not a house. */
const DECIMALS = 3

export function currentPosition(): Promise<{ latitude: number; longitude: number } | undefined> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(undefined)
    const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
      () => resolve(undefined),
      { timeout: WAIT_MS, maximumAge: 60_000 },
    )
  })
}
