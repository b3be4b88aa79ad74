/** A minimal browser for sign-in flows: cookies, redirects and forms, no scripts. */
export interface Page {
  /** The URL after all redirects. */
  url: string
  status: number
  text: string
}

interface SubmitOptions {
  /** Stops before requesting this path; the page then has only its URL. */
  stopAt?: string
}

interface Cookie {
  name: string
  value: string
  path: string
  attributes: string
}

const MAX_REDIRECTS = 10

export class Browser {
  private jar: Cookie[] = []

  constructor(
    private readonly origin: string,
    private readonly userAgent = 'a browser',
    private readonly languages = 'en',
    /** As a proxy reports it. */
    private readonly address?: string,
  ) {}

  open(path: string, options: SubmitOptions = {}): Promise<Page> {
    return this.follow(new URL(path, this.origin), { method: 'GET' }, options)
  }

  /** Submits the first form of a page. */
  submit(page: Page, fields: object, options: SubmitOptions = {}): Promise<Page> {
    const action = /<form [^>]*action="([^"]+)"/.exec(page.text)?.[1]
    if (!action) throw new Error(`no form on ${page.url}:\n${page.text}`)
    return this.post(new URL(action, page.url).href, fields, options)
  }

  post(path: string, fields: object = {}, options: SubmitOptions = {}): Promise<Page> {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
    return this.follow(new URL(path, this.origin), { method: 'POST', body }, options)
  }

  cookie(name: string): string | undefined {
    return this.jar.find((cookie) => cookie.name === name)?.value
  }

  attributesOf(name: string): string {
    return this.jar.find((cookie) => cookie.name === name)?.attributes ?? ''
  }

  setCookie(name: string, value: string): void {
    this.storeCookie({ name, value, path: '/', attributes: '' })
  }

  private async follow(start: URL, first: RequestInit, { stopAt }: SubmitOptions): Promise<Page> {
    let url = start
    let init = first
    for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
      if (url.pathname === stopAt) return { url: url.href, status: 0, text: '' }
      const response = await fetch(url, { ...init, redirect: 'manual', headers: this.headers(url, init) })
      this.storeCookies(url, response)
      const location = response.headers.get('location')
      if (!location || response.status < 300 || response.status > 399) {
        return { url: url.href, status: response.status, text: await response.text() }
      }
      url = new URL(location, url)
      init = { method: 'GET' }
    }
    throw new Error(`too many redirects, last to ${url}`)
  }

  private headers({ pathname }: URL, { method }: RequestInit): Record<string, string> {
    const matching = this.jar.filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
    const cookie = matching.map(({ name, value }) => `${name}=${value}`).join('; ')
    return {
      cookie,
      accept: 'text/html',
      'user-agent': this.userAgent,
      'accept-language': this.languages,
      // As if the user had typed the address.
      'sec-fetch-site': method === 'POST' ? 'same-origin' : 'none',
      ...(method === 'POST' && { origin: this.origin }),
      ...(this.address !== undefined && { 'x-forwarded-for': this.address }),
    }
  }

  private storeCookies({ pathname }: URL, response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
      const path = /path=([^;]+)/i.exec(attributes)?.[1] ?? pathname.slice(0, pathname.lastIndexOf('/') + 1)
      const isExpired =
        value === '' || /max-age=0(;|$)/i.test(attributes) || /expires=Thu, 01 Jan 1970/i.test(attributes)
      this.storeCookie({ name, value: isExpired ? '' : value, path, attributes })
    }
  }

  /** An empty value removes the cookie. */
  private storeCookie(cookie: Cookie): void {
    const others = this.jar.filter(({ name, path }) => name !== cookie.name || path !== cookie.path)
    this.jar = cookie.value === '' ? others : [...others, cookie]
  }
}
