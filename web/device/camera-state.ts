/** The states of the camera and its transitions. */

/**
 * off: standby. asking: the browser prompts the user or starts the device. live: a stream runs. denied: the user or browser
 * refused. busy: another program uses the camera. missing: there is no camera. insecure: the page is not https.
 * unsupported: the browser has no camera API.
 */
export type CameraState = 'off' | 'asking' | 'live' | 'denied' | 'busy' | 'missing' | 'insecure' | 'unsupported'
export type CameraTrouble = Exclude<CameraState, 'off' | 'asking' | 'live'>

export type CameraEvent =
  | { type: 'requested' }
  | { type: 'started' }
  | { type: 'stopped' }
  | { type: 'failed'; because: CameraTrouble }
  /** The user changed the browser's permission after a denial. */
  | { type: 'permitted' }

export function nextCameraState(state: CameraState, event: CameraEvent): CameraState {
  switch (event.type) {
    case 'requested':
      // A denial is final for this visit: the browser is not asked again.
      return state === 'live' || state === 'denied' || state === 'insecure' || state === 'unsupported'
        ? state
        : 'asking'
    case 'started':
      return state === 'asking' ? 'live' : state
    case 'stopped':
      return state === 'live' || state === 'asking' ? 'off' : state
    case 'failed':
      return state === 'asking' ? event.because : state
    case 'permitted':
      return state === 'denied' ? 'off' : state
  }
}

/** Maps an error of getUserMedia to its state. */
export function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return 'busy'
}
