/** Where screens are drawn: the built product with its database, one browser, and a phone for each view. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { test as base, CHROMIUM, PHONE, QUIET } from '../fixtures/app.ts'
import { type Cast, gatherCast, type Role } from './cast.ts'

/** One screen in one of its states. */
export interface View {
  /** The screen. */
  screen: string
  /** Its state. */
  state: string
  as: Role
  /** The app is kept on the device, as it is after the first visit. */
  isKept?: boolean
  /** Brings the page to the state and waits until it is seen. */
  draw(page: Page, cast: Cast): Promise<void>
}

export const titleOf = ({ screen, state }: View): string => `${screen} · ${state}`

export class Stage {
  constructor(
    private readonly browser: Browser,
    private readonly origin: string,
    private readonly cast: Cast,
  ) {}

  /** Draws the view on a phone of its own and hands its page to the looker. */
  async show<T>(view: View, look: (page: Page) => Promise<T>): Promise<T> {
    const storageState = this.cast.signedIn(view.as)
    const context = await this.browser.newContext({
      ...PHONE,
      baseURL: this.origin,
      serviceWorkers: view.isKept ? 'allow' : 'block',
      ...(storageState && { storageState }),
    })
    try {
      const page = await context.newPage()
      await view.draw(page, this.cast)
      await isSettled(page)
      return await look(page)
    } finally {
      await context.close()
    }
  }
}

/** Waits for fonts and pictures, and for whatever slides or fades in; what moves for ever goes on. */
export async function isSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (one: Animation) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime))
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
    await document.fonts.ready
    await Promise.all(
      document
        .getAnimations()
        .filter(ends)
        .map((one) => one.finished.catch(() => undefined)),
    )
  })
}

export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ product }, use) => {
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: QUIET })
      await use(new Stage(browser, product.origin, await gatherCast(browser, product.origin)))
      await browser.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
