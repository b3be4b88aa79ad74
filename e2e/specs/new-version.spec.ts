/** A new version is deployed under open pages: nobody gets half of each, nobody loses anything, and one tap brings it. */
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { listScans } from '#contracts'
import { renderSingle } from '#testing/pictures/index.ts'
import { test as base, CHROMIUM, expect, PHONE, QUIET, signIn } from '../fixtures/app.ts'
import { Deployment } from '../fixtures/deployment.ts'
import { someBeers } from '../fixtures/pictures.ts'

interface Fixtures {
  /** Signed in; `block` for a browser that keeps no app on the device, `late` for one that begins to on 'keep the app'. */
  openBrowser(serviceWorkers?: 'allow' | 'block' | 'late'): Promise<{ context: BrowserContext; page: Page }>
}

const test = base.extend<Fixtures, { deployment: Deployment }>({
  deployment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function wants from this pattern.
    async ({}, use) => {
      const deployment = await Deployment.start()
      await use(deployment)
      await deployment.stop()
    },
    { scope: 'worker' },
  ],
  openBrowser: async ({ deployment }, use, info) => {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: QUIET })
    await use(async (serviceWorkers = 'allow') => {
      const { origin: baseURL } = deployment.product
      const isBlocked = serviceWorkers === 'block'
      const context = await browser.newContext({ ...PHONE, serviceWorkers: isBlocked ? 'block' : 'allow', baseURL })
      if (serviceWorkers === 'late') await context.addInitScript(registerLate)
      const page = await context.newPage()
      await page.goto('/')
      await signIn(page, { firstName: 'Ada', lastName: 'Brewer', email: `ada-${info.testId}@example.org` })
      return { context, page }
    })
    await browser.close()
  },
})

/** Runs in the page. */
function registerLate(): void {
  const { register } = ServiceWorkerContainer.prototype
  ServiceWorkerContainer.prototype.register = async function (...wanted) {
    await new Promise((resolve) => addEventListener('keep the app', resolve, { once: true }))
    return await register.apply(this, wanted)
  }
}

const notice = (page: Page) => page.getByRole('button', { name: 'New version, reload' })

/** Goes to the About screen as people do, without loading the page anew. */
async function openAbout(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('link', { name: 'About' }).click()
}

/** The versions of the app whose files this page has loaded since it began, and those that are kept on the device. */
const versionsOf = (page: Page) =>
  page.evaluate(async () => {
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const hashed = files.filter((file) => file.startsWith('/assets/'))
    return {
      loaded: [...new Set(hashed.map((file) => /^\/assets\/(v\d+)\./.exec(file)?.[1] ?? 'v1'))],
      kept: (await caches.keys()).filter((name) => name.startsWith('shell-')).length,
    }
  })

/** Counts how often the page is loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

test('an old tab keeps to its own version, and one tap brings the new one to every tab', async ({
  deployment,
  openBrowser,
}) => {
  const { context, page } = await openBrowser()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const { version, words: oldWords } = deployment
  const oldChunk = await deployment.fileOf('about-screen')
  await deployment.deploy()
  const gone = await page.request.get(oldChunk)
  expect([gone.status(), gone.headers()['content-type']]).toEqual([404, expect.stringContaining('json')])

  // A screen that this tab never opened comes from its own version.
  await openAbout(page)
  await expect(page.getByText(oldWords)).toBeVisible()
  expect((await versionsOf(page)).loaded).toEqual([`v${version}`])

  // A tab opened meanwhile is whole as well, and has the browser look for another version.
  const other = await context.newPage()
  await other.goto('/profile')
  for (const tab of [page, other]) await expect(notice(tab)).toBeVisible()
  await openAbout(other)
  await expect(other.getByText(oldWords)).toBeVisible()
  expect((await versionsOf(other)).loaded).toEqual([`v${version}`])

  await Promise.all([page.waitForEvent('load'), other.waitForEvent('load'), notice(page).click()])
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/about$/)
    await expect(tab.getByText(deployment.words)).toBeVisible()
    await expect(notice(tab)).toBeHidden()
    expect(await versionsOf(tab)).toEqual({ loaded: [`v${version + 1}`], kept: 1 })
  }

  // Who reloads by hand, with another version waiting, gets that one.
  await deployment.deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(notice(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText(deployment.words)).toBeVisible()
  await expect(other.getByText(deployment.words)).toBeVisible()
  expect(await versionsOf(page)).toEqual({ loaded: [`v${version + 2}`], kept: 1 })
})

test('a page whose first service worker comes with a newer version is told, and reloads into it', async ({
  deployment,
  openBrowser,
}) => {
  const { page } = await openBrowser('late')
  const loads = countLoads(page)
  const { version } = deployment
  await deployment.deploy()
  await page.evaluate(() => dispatchEvent(new Event('keep the app')))
  await expect(notice(page)).toBeVisible()
  expect(loads()).toBe(0)
  await Promise.all([page.waitForEvent('load'), notice(page).click()])
  await openAbout(page)
  await expect(page.getByText(deployment.words)).toBeVisible()
  expect(await versionsOf(page)).toEqual({ loaded: [`v${version + 1}`], kept: 1 })
  await expect(notice(page)).toBeHidden()
})

test('without a service worker a part that is gone brings the new version once, and nothing is lost', async ({
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

  // The photo is taken while the screen that would wait for it is gone.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles({ name: 'beer.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page).toHaveURL(/\/(scan\/|results|menu)/)
  expect(loads()).toBe(1)
  const scans = async () => (await page.request.get(listScans.path)).json()
  await expect.poll(async () => (await scans()).map(({ status }: { status: string }) => status)).toEqual(['completed'])

  // An address with all that belongs to it.
  const [{ beerId }] = await scans()
  await page.goto('/profile')
  await deployment.deploy()
  const before = loads()
  await page.evaluate((path) => {
    history.pushState({ kept: true }, '', path)
  }, `/results?beer=${beerId}#here`)
  await expect(page.getByRole('button', { name: 'Find Stores' })).toBeVisible()
  expect(loads()).toBe(before + 1)
  expect(new URL(page.url()).href.endsWith(`/results?beer=${beerId}#here`)).toBe(true)
  expect(await page.evaluate(() => history.state)).toEqual({ kept: true })
})

test('a part that no version brings is said, and never reloads', async ({ deployment, openBrowser }) => {
  const { page, context } = await openBrowser('block')
  const loads = countLoads(page)
  const spilled = page.getByRole('alert').filter({ hasText: 'This screen spilled' })
  await deployment.lose(await deployment.fileOf('terms-screen'))
  await page.evaluate(() => history.pushState(null, '', '/terms'))
  await expect(spilled).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(spilled).toBeVisible()
  expect(loads()).toBe(1)

  // Without a network there is no other page to go to: this one stays, and all that was loaded works.
  await context.setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Favorites' }).click()
  await expect(spilled).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click()
  await expect(page.getByRole('button', { name: /^Capture/ })).toBeVisible()
  expect(loads()).toBe(1)
})

test('an answer that only a newer version can read is told, and leads to that version', async ({
  deployment,
  openBrowser,
}) => {
  const { page } = await openBrowser('block')
  const open = () => page.getByRole('link', { name: 'Scan history' }).click()
  await open()
  await expect(page.getByText('No scan history yet')).toBeVisible()
  await page.goBack()
  await deployment.deploy()
  await page.route(listScans.path, (route) => route.fulfill({ json: [{ id: 'of another form' }] }))
  await open()
  await expect(page.getByText(/an answer this version cannot read/).first()).toBeVisible()
  await expect(notice(page)).toBeVisible()
  await page.unrouteAll()
  await Promise.all([page.waitForEvent('load'), notice(page).click()])
  await expect(page.getByText('No scan history yet')).toBeVisible()
})
