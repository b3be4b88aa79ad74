/** Sends a request and reports what of it has been uploaded, which `fetch` cannot. */
import type { Send } from './call.ts'

interface UploadListeners {
  /** Reports the share of the body that was sent, 0-1. */
  onProgress?: (share: number) => void
  /** Called once the whole body was sent. */
  onSent?: () => void
}

export function uploading({ onProgress, onSent }: UploadListeners): Send {
  return (address, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const request = new XMLHttpRequest()
      request.open(method, address)
      request.withCredentials = true
      new Headers(headers).forEach((value, name) => void request.setRequestHeader(name, value))
      let isSent = false
      // Firefox reports the end of the upload only with the answer; its last progress comes in time.
      const noteSent = () => {
        if (!isSent) onSent?.()
        isSent = true
      }
      request.upload.onprogress = ({ loaded, total }) => {
        onProgress?.(total > 0 ? loaded / total : 0)
        if (total > 0 && loaded === total) noteSent()
      }
      request.upload.onload = noteSent
      request.onload = () => resolve(responseOf(request))
      request.onerror = () => reject(new Error('connection lost'))
      const abort = () => {
        request.abort()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      request.send(body as XMLHttpRequestBodyInit | null)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  // A response such as 204 must have none.
  return new Response(responseText === '' ? null : responseText, { status, statusText, headers })
}
