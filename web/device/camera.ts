/**
 * The camera: one stream for the whole app, owned here and outside React. Screens attach a video element, read the state
 * and take pictures. The stream survives navigation, stops while the page is hidden and resumes afterwards, and ends with the
 * session of its user.
 */
import { useSyncExternalStore } from 'react'
import { CAMERA_JPEG_QUALITY, PHOTO_MAX_SIDE_PX } from '#contracts'
import { type CameraEvent, type CameraState, nextCameraState, troubleOf } from './camera-state.ts'
import {
  type CameraControls,
  chosenLens,
  controlsOf,
  NO_CONTROLS,
  onPermitted,
  openStream,
  takePhoto,
} from './camera-stream.ts'
import { type FrameSize, jpegOf, readyToSend } from './photo.ts'
import { type FramePoint, focusOn, framePoint, hasTorch, setTorch, setZoom } from './track-controls.ts'

const STILL: FrameSize = { maxWidth: PHOTO_MAX_SIDE_PX, maxHeight: PHOTO_MAX_SIDE_PX, quality: CAMERA_JPEG_QUALITY }

export function createCamera() {
  let state: CameraState = 'off'
  let stream: MediaStream | undefined
  let video: HTMLVideoElement | undefined
  let resumeWhenVisible = false
  let torchOn = false
  let controls = NO_CONTROLS
  /** Lenses that could not be opened. */
  const unusable = new Set<string>()
  const listeners = new Set<() => void>()

  function notify(): void {
    for (const listener of listeners) listener()
  }

  function dispatch(event: CameraEvent): CameraState {
    state = nextCameraState(state, event)
    notify()
    return state
  }

  function showStream(): void {
    if (!video) return
    video.srcObject = stream ?? null
    // Browsers may refuse autoplay without a gesture; the poster stays and the next tap plays.
    if (stream) video.play().catch(() => undefined)
  }

  const track = () => stream?.getVideoTracks()[0]

  function release(): void {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = undefined
    torchOn = false
    controls = NO_CONTROLS
    showStream()
    dispatch({ type: 'stopped' })
  }

  function stop(): void {
    resumeWhenVisible = false
    release()
  }

  async function start(lens = chosenLens.get()): Promise<void> {
    if (state === 'asking' || state === 'live') return
    if (dispatch({ type: 'requested' }) !== 'asking') return
    if (!window.isSecureContext) return void dispatch({ type: 'failed', because: 'insecure' })
    if (!navigator.mediaDevices?.getUserMedia) return void dispatch({ type: 'failed', because: 'unsupported' })
    try {
      const opened = await openStream(lens)
      // Stopped in the meantime; the cast undoes TypeScript's narrowing, which ignores the await.
      if ((state as CameraState) !== 'asking') return opened.getTracks().forEach((track) => void track.stop())
      if (document.visibilityState === 'hidden') {
        for (const track of opened.getTracks()) track.stop()
        resumeWhenVisible = true
        return void dispatch({ type: 'stopped' })
      }
      stream = opened
      track()?.addEventListener('ended', release)
      showStream()
      dispatch({ type: 'started' })
      await readControls()
    } catch (error) {
      const failed = dispatch({ type: 'failed', because: troubleOf(error) })
      if (failed === 'denied') void onPermitted(() => dispatch({ type: 'permitted' }))
    }
  }

  async function readControls(): Promise<void> {
    const running = track()
    const offered = await controlsOf(running)
    if (running !== track()) return
    controls = { ...offered, lenses: offered.lenses.filter((lens) => !unusable.has(lens)) }
    notify()
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && state === 'live') {
      resumeWhenVisible = true
      release()
    } else if (document.visibilityState === 'visible' && resumeWhenVisible) {
      resumeWhenVisible = false
      void start()
    }
  })
  window.addEventListener('pagehide', release)

  return {
    start: () => start(),
    /** Until the next start, also if the page is hidden and shown again. */
    stop,
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Shows the stream in a video element. Returns the way to detach it. */
    attach(element: HTMLVideoElement): () => void {
      video = element
      showStream()
      return () => {
        if (video === element) video = undefined
        // Letting go of the stream takes longer than a frame on a phone; the next screen is shown first.
        setTimeout(() => {
          if (video !== element) element.srcObject = null
        })
      }
    },
    /** True when a picture can be taken: the stream runs and has a size. */
    isReady: (): boolean => state === 'live' && video !== undefined && video.videoWidth > 0 && video.videoHeight > 0,
    /** The current video frame; undefined without a picture. */
    frame: async (size: FrameSize): Promise<Blob | undefined> => video && jpegOf(video, size).catch(() => undefined),
    video: () => video,
    /** A still from the device if it delivers one within a second, otherwise the current frame. */
    async still(): Promise<Blob | undefined> {
      const photo = await takePhoto(track())
      if (photo) return readyToSend(photo)
      return video && jpegOf(video, STILL)
    },
    hasTorch: (): boolean => hasTorch(track()),
    isTorchOn: () => torchOn,
    async toggleTorch(): Promise<void> {
      const running = track()
      if (!running) return
      const isOn = !torchOn
      await setTorch(running, isOn)
      // The camera may have stopped meanwhile, and its torch with it.
      torchOn = isOn && running === track()
      notify()
    },
    controls: () => controls,
    /** Switches to the next lens that opens, and remembers it. */
    async switchLens(): Promise<void> {
      const { lenses } = controls
      const current = track()?.getSettings().deviceId ?? ''
      const next = lenses[(lenses.indexOf(current) + 1) % lenses.length]
      if (next === undefined) return
      stop()
      await start(next)
      const opened = track()?.getSettings().deviceId
      if (opened === next) return chosenLens.set(next)
      if (opened === undefined) return
      unusable.add(next)
      await readControls()
    },
    async zoomTo(value: number): Promise<void> {
      const running = track()
      if (!running || !controls.zoom) return
      controls = { ...controls, zoom: { ...controls.zoom, value } }
      notify()
      await setZoom(running, value)
    },
    /** Focuses on a point of the page in pixels, by default on the centre of the picture. */
    async focusAt(point?: { clientX: number; clientY: number }): Promise<void> {
      const running = track()
      if (!running || !video) return
      const box = video.getBoundingClientRect()
      const tap: FramePoint = point
        ? { x: point.clientX - box.left, y: point.clientY - box.top }
        : { x: box.width / 2, y: box.height / 2 }
      await focusOn(running, framePoint(tap, box, { width: video.videoWidth, height: video.videoHeight }))
    },
  }
}

/** The app's only camera. */
export const camera = createCamera()

export function useCamera(): CameraState {
  return useSyncExternalStore(camera.subscribe, camera.state)
}

export function useTorch(): { available: boolean; on: boolean } {
  const on = useSyncExternalStore(camera.subscribe, camera.isTorchOn)
  const available = useSyncExternalStore(camera.subscribe, camera.hasTorch)
  return { available, on }
}

export function useCameraControls(): CameraControls {
  return useSyncExternalStore(camera.subscribe, camera.controls)
}
