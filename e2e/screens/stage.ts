/** Renders views: the built product with its database, one browser, a new phone context per view. */
import type { Browser, Page } from '@playwright/test'
import { test as base } from '../fixtures/app.ts'
import { PHONE } from '../fixtures/browser.ts'
import { onceForAllWorkers } from '../fixtures/run.ts'
import { type Cast, castFrom, gatherCast, type Role } from './cast.ts'

/** One screen in one of its states. */
export interface View {
  screen: string
  state: string
  as: Role
  /** Allows the service worker, as after the first visit. */
  withServiceWorker?: boolean
  /** Brings the page into the state and waits until it is visible. */
  draw(page: Page, cast: Cast): Promise<void>
}

interface ShowOptions {
  pixelRatio?: number
  motion?: 'reduce' | 'no-preference'
  /** The language of the browser, which the app takes. */
  locale?: string
}

export const titleOf = ({ screen, state }: View): string => `${screen} · ${state}`

export class Stage {
  constructor(
    private readonly browser: Browser,
    private readonly origin: string,
    private readonly cast: Cast,
  ) {}

  /** Renders the view in a new context and calls back with its page. */
  async show<T>(
    view: View,
    use: (page: Page) => Promise<T>,
    { pixelRatio = 1, motion = 'reduce', locale = 'en-US' }: ShowOptions = {},
  ): Promise<T> {
    const storageState = this.cast.signedIn(view.as)
    const context = await this.browser.newContext({
      ...PHONE,
      deviceScaleFactor: pixelRatio,
      reducedMotion: motion,
      locale,
      baseURL: this.origin,
      serviceWorkers: view.withServiceWorker ? 'allow' : 'block',
      ...(storageState && { storageState }),
    })
    try {
      const page = await context.newPage()
      await view.draw(page, this.cast)
      await untilSettled(page)
      return await use(page)
    } finally {
      await context.close()
    }
  }
}

/** Waits for fonts, pictures and finite animations. */
export async function untilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (animation: Animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
    await document.fonts.ready
    await Promise.all(
      document
        .getAnimations()
        .filter(ends)
        .map((animation) => animation.finished.catch(() => undefined)),
    )
  })
}

export const test = base.extend<{ stage: Stage }>({
  stage: [
    async ({ browser, origin }, use) => {
      const stored = await onceForAllWorkers('cast', () => gatherCast(browser, origin))
      await use(new Stage(browser, origin, castFrom(stored)))
    },
    { timeout: 180_000 },
  ],
})
