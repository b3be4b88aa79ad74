/** The pictures for other apps, as the share sheet receives them. */
import { expect, type Page } from '@playwright/test'
import type { View } from '../stage.ts'
import { THEMES } from '../tiles.ts'
import { open } from './acts.ts'

const screen = 'Shared picture'
const as = 'regular'

/** Fakes a share sheet that accepts pictures and records their URLs. */
async function withShareSheet(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files: [picture] = [] }: ShareData) => {
        document.documentElement.dataset.shared = picture ? URL.createObjectURL(picture) : ''
      },
    })
  })
}

/** Shares in both themes, and shows only the picture of the requested theme. */
async function showShared(page: Page, button: string): Promise<void> {
  const sources: Record<string, string> = {}
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(() => delete document.documentElement.dataset.shared)
    const shared = page.locator('html[data-shared^="blob:"]')
    // A tap waits for its picture a second at most: on a busy machine the next one has it.
    await expect(async () => {
      await page.getByRole('button', { name: button }).click()
      await expect(shared).toBeAttached({ timeout: 3_000 })
    }).toPass()
    sources[colorScheme] = (await shared.getAttribute('data-shared')) ?? ''
  }
  await page.evaluate(({ dark = '', light = '' }) => {
    document.body.innerHTML = `<main style="display:grid;min-height:100dvh;padding:16px;place-items:center">
      <h1 class="sr-only">The picture that is shared</h1>
      <picture><source media="(prefers-color-scheme: light)" srcset="${light}"><img src="${dark}" alt="The picture that is shared" style="border-radius:20px"></picture></main>`
  }, sources)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByRole('img')).toBeVisible()
}

export const SHARED_PICTURES: readonly View[] = [
  {
    screen,
    state: 'a beer',
    as,
    async draw(page, { data }) {
      await withShareSheet(page)
      await page.goto(`/results?beer=${data.beers[0]?.id}`)
      await expect(page.getByRole('button', { name: 'Find Stores' })).toBeVisible()
      await showShared(page, 'Share')
    },
  },
  {
    screen,
    state: 'a menu',
    as,
    async draw(page, { data }) {
      await withShareSheet(page)
      await open(page, `/menu/${data.menu.id}`, 'Shared Menu')
      await expect(page.getByRole('article').first()).toBeVisible()
      await showShared(page, 'Share this menu')
    },
  },
]
