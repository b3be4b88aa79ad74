/** Uploads a file with progress, which `fetch` cannot report. Responses and errors are those of every other call. */
import type { AnyRoute, InputOf } from '#contracts'
import { addressOf, type BodyOf, parseResponse } from './call.ts'
import { CallError } from './call-error.ts'

export interface UploadOptions {
  signal: AbortSignal
  /** Reports the share of the file that was sent, 0-1. */
  onProgress: (share: number) => void
}

export async function upload<R extends AnyRoute>(
  route: R,
  input: InputOf<R> & { form: { file: Blob } },
  { signal, onProgress }: UploadOptions,
): Promise<BodyOf<R>> {
  const { status, statusText, text } = await new Promise<RawResponse>((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(route.method, addressOf(route, input))
    request.withCredentials = true
    request.setRequestHeader('Accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () =>
      resolve({ status: request.status, statusText: request.statusText, text: request.responseText })
    request.onerror = () => reject(CallError.offline(new Error('connection lost')))
    const abort = () => {
      request.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    request.send(input.form.file)
  })
  if (status < 200 || status > 299) throw await CallError.fromResponse(new Response(text, { status, statusText }))
  return parseResponse(route, status, text).body
}

interface RawResponse {
  status: number
  statusText: string
  text: string
}
