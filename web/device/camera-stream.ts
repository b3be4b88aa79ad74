/** Opens the device's camera: which lens, at what size, and what else the running camera offers. */
import { z } from 'zod/mini'
import {
  CAMERA_IDEAL_HEIGHT_PX,
  CAMERA_IDEAL_WIDTH_PX,
  CAMERA_MIN_HEIGHT_PX,
  CAMERA_MIN_WIDTH_PX,
  TAKE_PHOTO_TIMEOUT_MS,
} from '#contracts'
import { persisted } from './storage.ts'
import { canFocus, type ZoomRange, zoomOf } from './track-controls.ts'

const REAR_CAMERA: MediaTrackConstraints = { facingMode: { ideal: 'environment' } }
const SIZE: MediaTrackConstraints = {
  width: { ideal: CAMERA_IDEAL_WIDTH_PX, min: CAMERA_MIN_WIDTH_PX },
  height: { ideal: CAMERA_IDEAL_HEIGHT_PX, min: CAMERA_MIN_HEIGHT_PX },
}

/** The lens the user chose. Phones have several, and the browser's default is often wrong for labels. */
export const chosenLens = persisted('lens', z.nullable(z.string()), null)

/**
 * Opens the stream of this lens, or the best available one: the lens may be gone or in use by another program, and some cameras
 * have no mode of the wanted size.
 */
export async function openStream(lens: string | null): Promise<MediaStream> {
  if (lens !== null) {
    try {
      return await open({ deviceId: { exact: lens }, ...SIZE })
    } catch (error) {
      if (isNamed(error, 'NotAllowedError')) throw error
    }
  }
  try {
    return await open({ ...REAR_CAMERA, ...SIZE })
  } catch (error) {
    if (!isNamed(error, 'OverconstrainedError')) throw error
    return await open(REAR_CAMERA)
  }
}

const open = (video: MediaTrackConstraints) => navigator.mediaDevices.getUserMedia({ video, audio: false })
const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name

/** What a running camera offers besides its picture. */
export interface CameraControls {
  /** The device ids of the cameras; the user can switch when there are two or more. */
  lenses: readonly string[]
  zoom: ZoomRange | null
  canFocus: boolean
}
export const NO_CONTROLS: CameraControls = { lenses: [], zoom: null, canFocus: false }

/** Reads what the running camera offers. The browser lists the cameras only after the user gave permission. */
export async function controlsOf(track: MediaStreamTrack | undefined): Promise<CameraControls> {
  const devices = (await navigator.mediaDevices.enumerateDevices?.()) ?? []
  const lenses = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
  return { lenses: lenses.filter((id) => id !== ''), zoom: zoomOf(track), canFocus: canFocus(track) }
}

/** The ImageCapture API, which TypeScript's DOM library does not declare. */
type ImageCaptureConstructor = new (track: MediaStreamTrack) => { takePhoto(): Promise<Blob> }

/** Takes a still at the sensor's resolution; undefined when the browser or device cannot within a second. */
export async function takePhoto(track: MediaStreamTrack | undefined): Promise<Blob | undefined> {
  const { ImageCapture } = globalThis as { ImageCapture?: ImageCaptureConstructor }
  if (!track || !ImageCapture) return undefined
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TAKE_PHOTO_TIMEOUT_MS))
  return Promise.race([new ImageCapture(track).takePhoto().catch(() => undefined), timeout])
}

/** Calls back when the user lifts a denial. Where a page cannot query its permission, only a reload helps. */
export async function onPermitted(listener: () => void): Promise<void> {
  try {
    const permission = await navigator.permissions.query({ name: 'camera' })
    permission.onchange = () => permission.state !== 'denied' && listener()
  } catch {
    // Firefox and Safari reject the name 'camera'.
  }
}
