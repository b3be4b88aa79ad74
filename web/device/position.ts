/** Where the device is. Asked for only on tap. */
import type { Coordinates } from '#contracts'

const WAIT_MS = 8_000
/** The browser's own timeout starts only once the user has allowed it; the prompt can stay unanswered. */
const PROMPT_MAX_MS = 30_000
/** Three decimals are about a hundred metres: a block but not a house. */
const STEPS_PER_DEGREE = 1_000

/** Rounded to about a hundred metres. Null if the user declines or does not answer, or the device cannot tell. */
export function currentPosition(): Promise<Coordinates | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    setTimeout(resolve, PROMPT_MAX_MS, null)
    const rounded = (degrees: number) => Math.round(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
      () => resolve(null),
      { timeout: WAIT_MS, maximumAge: 60_000 },
    )
  })
}
