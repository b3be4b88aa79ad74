/** What the camera of a page does: shows a picture, or refuses in one of the ways in which cameras refuse. */
import type { Page } from '@playwright/test'

/** A camera that looks at the picture. */
export async function looksAt(page: Page, picture: Buffer): Promise<void> {
  await page.addInitScript(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const frame = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      canvas.width = frame.width
      canvas.height = frame.height
      const pen = canvas.getContext('2d')
      const draw = () => pen?.drawImage(frame, 0, 0)
      draw()
      // A still canvas sends its one frame before anybody looks.
      setInterval(draw, 100)
      return canvas.captureStream()
    }
  }, picture.toString('base64'))
}

/** The name of the error with which getUserMedia refuses. */
export async function refusesWith(page: Page, error: 'NotAllowedError' | 'NotReadableError' | 'NotFoundError') {
  await page.addInitScript((name) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('drawn', name))
  }, error)
}

/** The browser asks the user, who has not answered yet. */
export async function keepsAsking(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined)
  })
}

/** A page on plain http, to which browsers give no camera. */
export async function isInsecure(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
}

/** A browser without the interface. */
export async function hasNone(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
}
