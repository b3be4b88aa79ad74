/** Fakes the camera of a page: a picture, or one of the ways in which getUserMedia fails. */
import type { Page } from '@playwright/test'

/** A camera that shows the picture. */
export async function looksAt(page: Page, picture: Buffer): Promise<void> {
  await page.addInitScript(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const frame = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      canvas.width = frame.width
      canvas.height = frame.height
      const context = canvas.getContext('2d')
      const draw = () => context?.drawImage(frame, 0, 0)
      draw()
      // An unchanged canvas sends only one frame, before anyone listens.
      setInterval(draw, 100)
      return canvas.captureStream()
    }
  }, picture.toString('base64'))
}

/** getUserMedia rejects with this error. */
export async function refusesWith(page: Page, error: 'NotAllowedError' | 'NotReadableError' | 'NotFoundError') {
  await page.addInitScript((name) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('drawn', name))
  }, error)
}

/** The permission prompt is open. */
export async function keepsAsking(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined)
  })
}

/** A page on plain http, where browsers offer no camera. */
export async function isInsecure(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
}

/** A browser without the camera API. */
export async function hasNone(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
}
