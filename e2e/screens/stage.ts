/** Renders views: the built product with its database, one browser, a new phone context per view. */
import type { Browser, Page } from '@playwright/test'
import { test as base } from '../fixtures/app.ts'
import { PHONE } from '../fixtures/browser.ts'
import type { Product } from '../fixtures/product.ts'
import { type Cast, gatherCast, type Role } from './cast.ts'

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
    { pixelRatio = 1, motion = 'reduce' }: { pixelRatio?: number; motion?: 'reduce' | 'no-preference' } = {},
  ): Promise<T> {
    const storageState = this.cast.signedIn(view.as)
    const context = await this.browser.newContext({
      ...PHONE,
      deviceScaleFactor: pixelRatio,
      reducedMotion: motion,
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

const stages = new WeakMap<Product, Promise<Stage>>()

/** The product's stage: its users and their data are made once. */
function stageOf(product: Product, browser: Browser): Promise<Stage> {
  const stage =
    stages.get(product) ?? gatherCast(browser, product.origin).then((cast) => new Stage(browser, product.origin, cast))
  stages.set(product, stage)
  return stage
}

export const test = base.extend<{ stage: Stage }>({
  stage: [
    async ({ browser, product }, use) => {
      await use(await stageOf(product, browser))
    },
    { timeout: 180_000 },
  ],
})
