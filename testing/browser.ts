/** As much of a browser as signing in takes: cookies, redirects and forms, and no scripts. */
export interface Page {
  /** Where the redirects ended. */
  url: string
  status: number
  text: string
}

interface SubmitOptions {
  /** Stops before this path is asked for; the page then has its address and nothing else. */
  stopAt?: string
}

interface Cookie {
  name: string
  value: string
  path: string
  attributes: string
}

const REDIRECTS_MAX = 10

export class Browser {
  private jar: Cookie[] = []

  constructor(private readonly origin: string) {}

  open(path: string, options: SubmitOptions = {}): Promise<Page> {
    return this.follow(new URL(path, this.origin), { method: 'GET' }, options)
  }

  /** Sends the first form of a page. */
  submit(page: Page, fields: object, options: SubmitOptions = {}): Promise<Page> {
    const action = /<form [^>]*action="([^"]+)"/.exec(page.text)?.[1]
    if (!action) throw new Error(`there is no form on ${page.url}:\n${page.text}`)
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
    return this.follow(new URL(action, page.url), { method: 'POST', body }, options)
  }

  cookie(name: string): string | undefined {
    return this.jar.find((cookie) => cookie.name === name)?.value
  }

  attributesOf(name: string): string {
    return this.jar.find((cookie) => cookie.name === name)?.attributes ?? ''
  }

  setCookie(name: string, value: string): void {
    this.put({ name, value, path: '/', attributes: '' })
  }

  private async follow(start: URL, first: RequestInit, { stopAt }: SubmitOptions): Promise<Page> {
    let url = start
    let init = first
    for (let hops = 0; hops < REDIRECTS_MAX; hops++) {
      if (url.pathname === stopAt) return { url: url.href, status: 0, text: '' }
      const answer = await fetch(url, { ...init, redirect: 'manual', headers: this.headers(url, init) })
      this.keep(url, answer)
      const location = answer.headers.get('location')
      if (!location || answer.status < 300 || answer.status > 399) {
        return { url: url.href, status: answer.status, text: await answer.text() }
      }
      url = new URL(location, url)
      init = { method: 'GET' }
    }
    throw new Error(`too many redirects, the last to ${url}`)
  }

  private headers({ pathname }: URL, { method }: RequestInit): Record<string, string> {
    const sent = this.jar.filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    return { cookie, accept: 'text/html', ...(method === 'POST' && { origin: this.origin }) }
  }

  private keep({ pathname }: URL, answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
      const path = /path=([^;]+)/i.exec(attributes)?.[1] ?? pathname.slice(0, pathname.lastIndexOf('/') + 1)
      const gone = value === '' || /max-age=0(;|$)/i.test(attributes) || /expires=Thu, 01 Jan 1970/i.test(attributes)
      this.put({ name, value: gone ? '' : value, path, attributes })
    }
  }

  /** Without a value: removes it. */
  private put(cookie: Cookie): void {
    const others = this.jar.filter(({ name, path }) => name !== cookie.name || path !== cookie.path)
    this.jar = cookie.value === '' ? others : [...others, cookie]
  }
}
