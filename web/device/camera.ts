/**
 * The camera: one stream for the whole app, owned here and outside React. Screens attach a video element, see the
 * state, and take pictures. The stream stays across screens, stops when the page is hidden and comes back with it.
 */
import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import {
  CAMERA_IDEAL_HEIGHT_PX,
  CAMERA_IDEAL_WIDTH_PX,
  CAMERA_JPEG_QUALITY,
  CAMERA_MIN_HEIGHT_PX,
  CAMERA_MIN_WIDTH_PX,
  PHOTO_MAX_SIDE_PX,
  TAKE_PHOTO_TIMEOUT_MS,
} from '#contracts'
import { type AimProblem, aimProblem } from './aim.ts'
import { type CameraEvent, type CameraState, nextCameraState, troubleOf } from './camera-state.ts'
import { type FrameSize, greyFrames, jpegOf, readyToSend } from './photo.ts'
import { kept } from './storage.ts'
import {
  canFocus,
  type FramePoint,
  focusOn,
  framePoint,
  hasTorch,
  setTorch,
  setZoom,
  type ZoomRange,
  zoomOf,
} from './track-controls.ts'

const WISHES: MediaTrackConstraints = {
  facingMode: { ideal: 'environment' },
  width: { ideal: CAMERA_IDEAL_WIDTH_PX, min: CAMERA_MIN_WIDTH_PX },
  height: { ideal: CAMERA_IDEAL_HEIGHT_PX, min: CAMERA_MIN_HEIGHT_PX },
}

/** Which lens the user chose; phones have several, and the browser's first is often the wrong one for labels. */
const chosenLens = kept('lens', z.nullable(z.string()), null)

/** What the running camera offers besides its picture. */
export interface CameraControls {
  /** The ids of the cameras to choose from; fewer than two are no choice. */
  lenses: readonly string[]
  zoom: ZoomRange | null
  canFocus: boolean
}
const NO_CONTROLS: CameraControls = { lenses: [], zoom: null, canFocus: false }

/** Interfaces that browsers have and TypeScript's DOM library does not declare. */
interface StillCamera {
  takePhoto(): Promise<Blob>
}
type StillCameraMaker = new (track: MediaStreamTrack) => StillCamera

export function createCamera() {
  let state: CameraState = 'off'
  let stream: MediaStream | undefined
  let video: HTMLVideoElement | undefined
  let resumeWhenSeen = false
  let torchOn = false
  let controls = NO_CONTROLS
  const listeners = new Set<() => void>()

  function tell(): void {
    for (const listener of listeners) listener()
  }

  function happen(event: CameraEvent): void {
    state = nextCameraState(state, event)
    tell()
  }

  function show(): void {
    if (!video) return
    video.srcObject = stream ?? null
    // Autoplay may be refused until a gesture; the poster stays and the next tap plays.
    if (stream) video.play().catch(() => undefined)
  }

  function release(): void {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = undefined
    torchOn = false
    controls = NO_CONTROLS
    show()
    happen({ type: 'stopped' })
  }

  /** The chosen lens may be gone, and some cameras have no mode that meets the wishes; any picture is better than none. */
  async function openStream(): Promise<MediaStream> {
    const lens = chosenLens.get()
    const { facingMode, ...size } = WISHES
    const tries: MediaTrackConstraints[] = [WISHES, { facingMode: { ideal: 'environment' } }]
    if (lens !== null) tries.unshift({ deviceId: { exact: lens }, ...size })
    for (const [at, video] of tries.entries()) {
      try {
        return await navigator.mediaDevices.getUserMedia({ video, audio: false })
      } catch (error) {
        if (at === tries.length - 1 || !(error instanceof Error) || error.name !== 'OverconstrainedError') throw error
      }
    }
    throw new Error('there was nothing to try')
  }

  /** Reads what the running camera offers. The browser names its cameras only after the user said yes. */
  async function readControls(): Promise<void> {
    const running = track()
    const devices = (await navigator.mediaDevices.enumerateDevices?.()) ?? []
    if (running !== track()) return
    const lenses = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
    controls = { lenses: lenses.filter((id) => id !== ''), zoom: zoomOf(running), canFocus: canFocus(running) }
    tell()
  }

  async function start(): Promise<void> {
    if (state === 'asking' || state === 'live') return
    happen({ type: 'asked' })
    // The listener above may not have let it through: a denied camera stays denied.
    if ((state as CameraState) !== 'asking') return
    if (!window.isSecureContext) return happen({ type: 'failed', because: 'insecure' })
    if (!navigator.mediaDevices?.getUserMedia) return happen({ type: 'failed', because: 'unsupported' })
    try {
      const opened = await openStream()
      if ((state as CameraState) !== 'asking') {
        for (const track of opened.getTracks()) track.stop()
        return
      }
      stream = opened
      track()?.addEventListener('ended', release)
      show()
      happen({ type: 'started' })
      await readControls()
    } catch (error) {
      happen({ type: 'failed', because: troubleOf(error) })
      if ((state as CameraState) === 'denied') void watchPermission()
    }
  }

  async function watchPermission(): Promise<void> {
    try {
      const permission = await navigator.permissions.query({ name: 'camera' })
      permission.onchange = () => permission.state !== 'denied' && happen({ type: 'permitted' })
    } catch {
      // Not every browser lets a page ask for its camera permission; there a reload is the way back.
    }
  }

  const track = () => stream?.getVideoTracks()[0]

  function onVisibility(): void {
    if (document.visibilityState === 'hidden' && state === 'live') {
      resumeWhenSeen = true
      release()
    } else if (document.visibilityState === 'visible' && resumeWhenSeen) {
      resumeWhenSeen = false
      void start()
    }
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', release)

  return {
    start,
    stop: release,
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Shows the stream in a video element; the answer takes it away again. */
    attach(element: HTMLVideoElement): () => void {
      video = element
      show()
      return () => {
        if (video === element) video = undefined
        element.srcObject = null
      }
    },
    /** True when a picture can be taken: the stream runs and has a size. */
    isReady: (): boolean => state === 'live' && video !== undefined && video.videoWidth > 0 && video.videoHeight > 0,
    /** What the video shows now; undefined when there is no picture. */
    frame: (size: FrameSize): Promise<Blob | undefined> => (video ? jpegOf(video, size) : Promise.resolve(undefined)),
    video: () => video,
    /** The best still the device gives within a second, else the frame. */
    async still(): Promise<Blob | undefined> {
      const photo = await takePhoto(track())
      if (photo) return readyToSend(photo)
      if (!video) return undefined
      return jpegOf(video, { maxWidth: PHOTO_MAX_SIDE_PX, maxHeight: PHOTO_MAX_SIDE_PX, quality: CAMERA_JPEG_QUALITY })
    },
    hasTorch: (): boolean => hasTorch(track()),
    isTorchOn: () => torchOn,
    async toggleTorch(): Promise<void> {
      const running = track()
      if (!running) return
      await setTorch(running, !torchOn)
      torchOn = !torchOn
      tell()
    },
    controls: () => controls,
    /** The next lens in turn; it is remembered. */
    async switchLens(): Promise<void> {
      const now = track()?.getSettings().deviceId
      const next = controls.lenses[(controls.lenses.indexOf(now ?? '') + 1) % controls.lenses.length]
      if (next === undefined) return
      chosenLens.set(next)
      release()
      await start()
    },
    async zoomTo(value: number): Promise<void> {
      const running = track()
      if (!running || !controls.zoom) return
      controls = { ...controls, zoom: { ...controls.zoom, value } }
      tell()
      await setZoom(running, value)
    },
    /** Focuses on what is seen there; places are pixels of the page. Without a place: on the middle. */
    async focusAt(place?: { clientX: number; clientY: number }): Promise<void> {
      const running = track()
      if (!running || !video) return
      const box = video.getBoundingClientRect()
      const tap: FramePoint = place
        ? { x: place.clientX - box.left, y: place.clientY - box.top }
        : { x: box.width / 2, y: box.height / 2 }
      await focusOn(running, framePoint(tap, box, { width: video.videoWidth, height: video.videoHeight }))
    },
    /** What keeps this view from being read; null when nothing is known against it. */
    aim(): AimProblem | null {
      const frames = video && state === 'live' ? greyFrames(video) : undefined
      return frames ? aimProblem(frames.whole, frames.centre) : null
    },
  }
}

async function takePhoto(track: MediaStreamTrack | undefined): Promise<Blob | undefined> {
  const Maker = (globalThis as { ImageCapture?: StillCameraMaker }).ImageCapture
  if (!track || !Maker) return undefined
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TAKE_PHOTO_TIMEOUT_MS))
  // A device that cannot take stills says so by rejecting; the frame is used instead.
  return Promise.race([new Maker(track).takePhoto().catch(() => undefined), tooLate])
}

/** The app's one camera. */
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
