/** Sends a file and tells how much of it has left, which `fetch` cannot. Answers and failures are those of every other call. */
import type { AnyRoute, InputOf } from '#contracts'
import { addressOf, type BodyOf, parsedAnswer } from './call.ts'
import { CallError } from './call-error.ts'

export interface UploadOptions {
  signal: AbortSignal
  /** Share of the file that was sent, 0-1. */
  onSent: (share: number) => void
}

export async function upload<R extends AnyRoute>(
  route: R,
  input: InputOf<R> & { form: { file: Blob } },
  { signal, onSent }: UploadOptions,
): Promise<BodyOf<R>> {
  const { status, statusText, text } = await new Promise<Answered>((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(route.method, addressOf(route, input))
    request.withCredentials = true
    request.setRequestHeader('Accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.onload = () =>
      resolve({ status: request.status, statusText: request.statusText, text: request.responseText })
    request.onerror = () => reject(CallError.offline(new Error('the connection broke')))
    const giveUp = () => {
      request.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    request.send(input.form.file)
  })
  if (status < 200 || status > 299) throw await CallError.refused(new Response(text, { status, statusText }))
  return parsedAnswer(route, status, text).body
}

interface Answered {
  status: number
  statusText: string
  text: string
}
