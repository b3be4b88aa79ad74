/** The states of the camera and what leads from one to the next. */

/**
 * off: standby. asking: the browser asks or starts. live: a stream runs. denied: the user or browser said no.
 * busy: another program has it. missing: there is none. insecure: the page is not https. unsupported: no such interface.
 */
export type CameraState = 'off' | 'asking' | 'live' | 'denied' | 'busy' | 'missing' | 'insecure' | 'unsupported'
export type CameraTrouble = Exclude<CameraState, 'off' | 'asking' | 'live'>

export type CameraEvent =
  | { type: 'asked' }
  | { type: 'started' }
  | { type: 'stopped' }
  | { type: 'failed'; because: CameraTrouble }
  /** The user changed the browser's permission after a denial. */
  | { type: 'permitted' }

export function nextCameraState(state: CameraState, event: CameraEvent): CameraState {
  switch (event.type) {
    case 'asked':
      // After a denial the browser is not asked again in this visit.
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

/** What an error of getUserMedia means. */
export function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return 'busy'
}
