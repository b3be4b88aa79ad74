/** A deployment under open pages: no page mixes versions, nothing is lost, and one tap loads the new version. */
import type { BrowserContext, Page } from '@playwright/test'
import { listScans } from '#contracts'
import { renderSingle } from '#testing/pictures/index.ts'
import { THOROUGH } from '#testing/thorough.ts'
import { test as base, expect, SCAN_TIMEOUT_MS, START_TIMEOUT_MS, signIn } from '../fixtures/app.ts'
import { loadNothingAhead, PHONE } from '../fixtures/browser.ts'
import { Deployment } from '../fixtures/deployment.ts'
import { someBeers } from '../fixtures/pictures.ts'

/** Chromium may keep the old worker until it has been idle for 30 s (`web/service-worker/when-idle.ts`). */
const IDLE_WORKER_ENDS_MS = 35_000

interface Fixtures {
  /** One for all journeys of this file. */
  deployment: Deployment
  /** Signed in. `block`: a browser without service workers; `late`: one that registers on the event 'register now'. */
  openBrowser(serviceWorkers?: 'allow' | 'block' | 'late'): Promise<{ context: BrowserContext; page: Page }>
}

const test = base.extend<Fixtures>({
  deployment: [
    async ({ shared }, use) => {
      await use(await shared.get(Deployment.start))
    },
    { timeout: START_TIMEOUT_MS },
  ],
  openBrowser: async ({ browser, deployment }, use, info) => {
    const contexts: BrowserContext[] = []
    await use(async (serviceWorkers = 'allow') => {
      const { origin: baseURL } = deployment.product
      const isBlocked = serviceWorkers === 'block'
      const context = await browser.newContext({ ...PHONE, serviceWorkers: isBlocked ? 'block' : 'allow', baseURL })
      contexts.push(context)
      if (serviceWorkers === 'late') await context.addInitScript(registerLate)
      // The next screens are still to be loaded when a deployment removes them.
      if (isBlocked) await context.addInitScript(loadNothingAhead)
      const page = await context.newPage()
      await page.goto('/')
      await signIn(page, { firstName: 'Ada', lastName: 'Brewer', email: `ada-${info.testId}@example.org` })
      // Whatever the first screen needs is there before a deployment removes it: the page would reload at once.
      await page.waitForLoadState('networkidle')
      return { context, page }
    })
    for (const context of contexts) await context.close()
  },
})

// One deployment for all of them.
test.describe.configure({ mode: 'default' })

/** Runs in the page. */
function registerLate(): void {
  const { register } = ServiceWorkerContainer.prototype
  // The event may come before the page, which waits for all its pictures, asks for it.
  const registerNow = new Promise((resolve) => addEventListener('register now', resolve, { once: true }))
  ServiceWorkerContainer.prototype.register = async function (...args) {
    await registerNow
    return await register.apply(this, args)
  }
}

const notice = (page: Page) => page.getByRole('button', { name: 'Reload for the new version' })

/** Opens the About screen by client-side navigation. */
async function openAbout(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('link', { name: 'About' }).click()
}

/** The versions whose files this page has loaded, and the number of versions stored on the device. */
const versionsOf = (page: Page) =>
  page.evaluate(async () => {
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const hashed = files.filter((file) => file.startsWith('/assets/'))
    return {
      loaded: [...new Set(hashed.map((file) => /^\/assets\/(v\d+)\./.exec(file)?.[1] ?? 'v1'))],
      stored: (await caches.keys()).filter((name) => name.startsWith('shell-')).length,
    }
  })

/**
 * Waits for this text of the version that is about to take over. Under a debugger, as here, Chromium never ends an idle
 * worker, so one that it would have ended is ended by the journey.
 */
async function takenOver(page: Page, text: string): Promise<void> {
  const shown = page.getByText(text)
  await shown.waitFor({ timeout: IDLE_WORKER_ENDS_MS }).catch(async () => {
    const debug = await page.context().newCDPSession(page)
    await debug.send('ServiceWorker.enable')
    await debug.send('ServiceWorker.stopAllWorkers')
  })
  await expect(shown).toBeVisible()
}

/** Counts page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

test('an old tab keeps its own version, and one tap loads the new one in every tab', async ({
  deployment,
  openBrowser,
}) => {
  const { context, page } = await openBrowser()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const { version, text: oldText } = deployment
  const oldChunk = await deployment.fileOf('about-screen')
  await deployment.deploy()
  const gone = await page.request.get(oldChunk)
  expect([gone.status(), gone.headers()['content-type']]).toEqual([404, expect.stringContaining('json')])

  // A screen that this tab opens for the first time comes from its own version.
  await openAbout(page)
  await expect(page.getByText(oldText)).toBeVisible()
  expect((await versionsOf(page)).loaded).toEqual([`v${version}`])

  // A tab opened after the deployment also gets the old version, and makes the browser check for a new one.
  const other = await context.newPage()
  await other.goto('/profile')
  for (const tab of [page, other]) await expect(notice(tab)).toBeVisible()
  await openAbout(other)
  await expect(other.getByText(oldText)).toBeVisible()
  expect((await versionsOf(other)).loaded).toEqual([`v${version}`])

  await Promise.all([page.waitForEvent('load'), other.waitForEvent('load'), notice(page).click()])
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/about$/)
    await expect(tab.getByText(deployment.text)).toBeVisible()
    await expect(notice(tab)).toBeHidden()
    expect(await versionsOf(tab)).toEqual({ loaded: [`v${version + 1}`], stored: 1 })
  }

  // A manual reload switches to a waiting version.
  await deployment.deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(notice(page)).toBeVisible()
  await page.reload()
  await takenOver(page, deployment.text)
  await expect(other.getByText(deployment.text)).toBeVisible()
  expect(await versionsOf(page)).toEqual({ loaded: [`v${version + 2}`], stored: 1 })
})

test(
  'a page whose first service worker is of a newer version offers that version',
  THOROUGH,
  async ({ deployment, openBrowser }) => {
    const { page } = await openBrowser('late')
    const loads = countLoads(page)
    const { version } = deployment
    await deployment.deploy()
    await page.evaluate(() => dispatchEvent(new Event('register now')))
    await expect(notice(page)).toBeVisible()
    expect(loads()).toBe(0)
    await Promise.all([page.waitForEvent('load'), notice(page).click()])
    await openAbout(page)
    await expect(page.getByText(deployment.text)).toBeVisible()
    expect(await versionsOf(page)).toEqual({ loaded: [`v${version + 1}`], stored: 1 })
    await expect(notice(page)).toBeHidden()
  },
)

test('without a service worker a missing chunk reloads into the new version once, and nothing is lost', async ({
  deployment,
  openBrowser,
  seed,
}) => {
  const { page } = await openBrowser('block')
  const loads = countLoads(page)
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  const photo = await renderSingle({ beer, seed })
  await deployment.deploy()

  // The photo is taken while the chunk of the next screen is gone.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles({ name: 'beer.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page).toHaveURL(/\/(scan\/|results|menu)/)
  expect(loads()).toBe(1)
  const scans = async () => (await page.request.get(listScans.path)).json()
  await expect
    .poll(async () => (await scans()).map(({ status }: { status: string }) => status), { timeout: SCAN_TIMEOUT_MS })
    .toEqual(['completed'])

  // The reload keeps query, fragment and history state.
  const [{ beerId }] = await scans()
  await page.goto('/profile', { waitUntil: 'networkidle' })
  await deployment.deploy()
  const before = loads()
  await page.evaluate((path) => {
    // After the call has returned: the reload would end it.
    setTimeout(() => history.pushState({ restored: true }, '', path))
  }, `/results?beer=${beerId}#here`)
  await expect(page.getByRole('button', { name: 'Find Stores' })).toBeVisible()
  expect(loads()).toBe(before + 1)
  expect(new URL(page.url()).href.endsWith(`/results?beer=${beerId}#here`)).toBe(true)
  expect(await page.evaluate(() => history.state)).toMatchObject({ restored: true })
})

test(
  'a chunk missing from every version shows the error screen, and never reloads',
  THOROUGH,
  async ({ deployment, openBrowser }) => {
    const { page, context } = await openBrowser('block')
    const loads = countLoads(page)
    const errorScreen = page.getByRole('alert').filter({ hasText: 'Oops, we spilled this one' })
    await deployment.deleteFile(await deployment.fileOf('terms-screen'))
    await page.evaluate(() => history.pushState(null, '', '/terms'))
    await expect(errorScreen).toBeVisible()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(errorScreen).toBeVisible()
    expect(loads()).toBe(1)

    // Offline there is nothing to reload: the page stays, and loaded screens work.
    await context.setOffline(true)
    await page.getByRole('navigation').getByRole('link', { name: 'Favorites' }).click()
    await expect(errorScreen).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click()
    await expect(page.getByRole('button', { name: /^Capture/ })).toBeVisible()
    expect(loads()).toBe(1)
  },
)

test(
  'a response that only a newer version can parse offers that version',
  THOROUGH,
  async ({ deployment, openBrowser }) => {
    const { page } = await openBrowser('block')
    const open = () => page.getByRole('link', { name: 'Scan history' }).click()
    await open()
    await expect(page.getByText('No scan history yet')).toBeVisible()
    await page.goBack()
    await deployment.deploy()
    await page.route(listScans.path, (route) => route.fulfill({ json: [{ id: 'of another shape' }] }))
    await open()
    await expect(page.getByText(/couldn't understand the server's answer/).first()).toBeVisible()
    await expect(notice(page)).toBeVisible()
    await page.unrouteAll()
    await Promise.all([page.waitForEvent('load'), notice(page).click()])
    await expect(page.getByText('No scan history yet')).toBeVisible()
  },
)
