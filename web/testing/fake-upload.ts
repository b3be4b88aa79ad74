/**
 * XMLHttpRequest as the app uses it for uploads, on top of `fetch`. That of the mock network reports the upload only with the
 * answer; a browser does as soon as the server has the body.
 */

let whenReleased: Promise<void> = Promise.resolve()

/** Holds the uploads that begin from now on back, until the returned function is called. */
export function holdUploads(): () => void {
  let release: () => void = () => undefined
  whenReleased = new Promise((resolve) => {
    release = resolve
  })
  return () => release()
}

export class FakeUpload {
  withCredentials = false
  status = 0
  statusText = ''
  responseText = ''
  onload: () => void = () => undefined
  onerror: () => void = () => undefined
  readonly upload = {
    onprogress: (_sent: { loaded: number; total: number }): void => undefined,
    onload: (): void => undefined,
  }
  readonly #headers = new Headers()
  readonly #stopped = new AbortController()
  #method = ''
  #address = ''
  #received = new Headers()

  open(method: string, address: string): void {
    this.#method = method
    this.#address = address
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.append(name, value)
  }

  getAllResponseHeaders(): string {
    return [...this.#received].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  }

  abort(): void {
    this.#stopped.abort()
  }

  send(body: BodyInit | null): void {
    void this.#sendOn(body)
  }

  async #sendOn(body: BodyInit | null): Promise<void> {
    await whenReleased
    const { signal } = this.#stopped
    if (signal.aborted) return
    this.upload.onprogress({ loaded: 1, total: 1 })
    this.upload.onload()
    try {
      const credentials = this.withCredentials ? 'include' : 'same-origin'
      const request = { method: this.#method, headers: this.#headers, body, credentials, signal } as const
      const response = await fetch(this.#address, request)
      this.responseText = await response.text()
      this.status = response.status
      this.statusText = response.statusText
      this.#received = response.headers
    } catch {
      if (!signal.aborted) this.onerror()
      return
    }
    this.onload()
  }
}
