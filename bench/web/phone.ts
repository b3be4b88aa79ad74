/** The simulated phone: Chromium at phone size with a fake camera, slowed down to the speed of one. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { asCameraFeed } from '#testing/pictures/index.ts'
import { CHROMIUM, LAUNCH } from '../../e2e/fixtures/browser.ts'
import { PHONES, type PhoneClass, slowdownTo } from './phone-speed.ts'
import { installProbes } from './probes.ts'

const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  colorScheme: 'dark',
} as const

export interface Opened {
  page: Page
  cdp: CDPSession
  context: BrowserContext
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

export class Phone {
  /** How many times slower than this machine it is. */
  slowdown = 1

  private constructor(
    private readonly browser: Browser,
    private readonly origin: string,
    private readonly folder: string,
  ) {}

  /** As fast as this machine, until it is slowed down. @param engineFlags flags for V8 */
  static async start(origin: string, view: Buffer, engineFlags: readonly string[] = []): Promise<Phone> {
    const folder = await mkdtemp(join(tmpdir(), 'bg-bench-'))
    const feed = join(folder, 'feed.mjpeg')
    await writeFile(feed, await asCameraFeed(view))
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        ...LAUNCH.args,
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${feed}`,
        ...(engineFlags.length > 0 ? [`--js-flags=${engineFlags.join(',')}`] : []),
      ],
    })
    return new Phone(browser, origin, folder)
  }

  /** Slows down what is opened from now on to a phone of this class. @returns the index that it then has */
  async slowDownTo(phone: PhoneClass): Promise<number> {
    const page = await this.browser.newPage()
    const { slowed, index } = await slowdownTo(PHONES[phone], page)
    await page.close()
    this.slowdown = slowed
    return index
  }

  /** Opens a page with only the given storage. */
  async open(options: { state?: State; workers?: boolean; slowed?: number } = {}): Promise<Opened> {
    const { state, workers = false, slowed = this.slowdown } = options
    const context = await this.browser.newContext({
      ...PHONE,
      baseURL: this.origin,
      serviceWorkers: workers ? 'allow' : 'block',
      permissions: ['camera'],
      ...(state && { storageState: state }),
    })
    const page = await context.newPage()
    await installProbes(page)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed })
    return { page, cdp, context }
  }

  async stop(): Promise<void> {
    await this.browser.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
