/** A user with data: signs in through the form and creates scans, favourites and searches through the API. */
import type { BrowserContext, Page } from '@playwright/test'
import { addFavorite, type Beer, identifyBeer, parseMenu, saveSearch, search } from '#contracts'
import { renderMenu, renderSingle } from '#testing/pictures/index.ts'
import { someBeers } from '../../e2e/fixtures/pictures.ts'

const FAVORITES = 12
const BEERS_ON_MENU = 10

export interface DemoUser {
  state: Awaited<ReturnType<BrowserContext['storageState']>>
  beers: Beer[]
  menuScanId: string
  singleScanId: string
}

export async function createDemoUser(page: Page, origin: string, seed: number): Promise<DemoUser> {
  await signIn(page)
  const post = async (path: string, given: object): Promise<unknown> => {
    const answer = await page.request.post(path, { headers: { origin }, timeout: 120_000, ...given })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
    return await answer.json()
  }
  const sent = (buffer: Buffer, context: string) => ({
    multipart: { context, image: { name: 'beer-scan.jpg', mimeType: 'image/jpeg', buffer } },
  })
  const onMenu = await renderMenu({ beers: someBeers(seed, BEERS_ON_MENU), seed })
  const menu = (await post(parseMenu.path, sent(onMenu, 'menu'))) as { scanId: string }
  const [beer] = someBeers(seed + 1, 1)
  if (!beer) throw new Error('no beer could be drawn')
  const single = await post(identifyBeer.path, sent(await renderSingle({ beer, seed }), 'single_beer')).catch(
    () => null,
  )
  const found = (await (await page.request.get(`${search.path}?q=pale`)).json()) as { beers: Beer[] }
  const beers = found.beers.slice(0, FAVORITES)
  for (const { id } of beers) await post(addFavorite.path, { data: { beerId: id } })
  for (const query of ['pale ale', 'tripel', 'stout']) await post(saveSearch.path, { data: { query, resultCount: 9 } })
  const state = await page.context().storageState()
  const singleScanId = (single as { scanId?: string } | null)?.scanId ?? menu.scanId
  return { state, beers, menuScanId: menu.scanId, singleScanId }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page
    .getByRole('link', { name: 'Get Started' })
    .or(page.getByRole('button', { name: 'Get Started' }))
    .click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Brewer')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).waitFor()
}
