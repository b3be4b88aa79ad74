/**
 * The users of the screenshots: a visitor, a newcomer without data, and a regular whose scans, favourites and searches
 * the running product made from rendered photographs.
 */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, BrowserContextOptions } from '@playwright/test'
import {
  type AnyRoute,
  addFavorite,
  type Beer,
  getScan,
  identifyBeer,
  listFavorites,
  listScans,
  parseMenu,
  parseMenuData,
  pathOf,
  type Scan,
  type SightedBeer,
  saveSearch,
  search,
  shareScan,
} from '#contracts'
import { type PicturedBeer, renderFridge, renderMenu, renderSingle } from '#testing/pictures/index.ts'
import { type Person, signIn } from '../fixtures/app.ts'
import { PHONE } from '../fixtures/browser.ts'
import { someBeers } from '../fixtures/pictures.ts'

const SEED = 7
const UPRIGHT = { width: 720, height: 1280 }

const WESTMALLE: PicturedBeer = { name: 'Westmalle Tripel', brewery: 'Westmalle', style: 'Tripel', abv: 9.5 }
const POURED: readonly PicturedBeer[] = [
  { name: 'Orval', brewery: 'Orval', style: 'Belgian Pale Ale', abv: 6.2 },
  { name: 'London Pride', brewery: "Fuller's", style: 'Best Bitter', abv: 4.7 },
  WESTMALLE,
  { name: 'Guinness Draught', brewery: 'Guinness', style: 'Irish Dry Stout', abv: 4.2 },
  { name: 'Saison Dupont', brewery: 'Brasserie Dupont', style: 'Saison', abv: 6.5 },
  { name: 'Pilsner Urquell', brewery: 'Plzeňský Prazdroj', style: 'Czech Pale Lager', abv: 4.4 },
]
const SAVED = [
  'orval',
  'saison dupont',
  'pilsner urquell',
  'westmalle tripel',
  'guinness draught',
  'schneider aventinus',
]
const SEARCHED = ['trappist', 'Žatec', 'Świętokrzyskie', 'smoked porter']

export type Role = 'visitor' | 'newcomer' | 'regular'
type SignedIn = BrowserContextOptions['storageState']

/** The pictures for the camera and for uploads. */
export interface Pictures {
  beer: Buffer
  fridge: Buffer
  menu: Buffer
}

/** The regular's data, as the API returned it. */
export interface RegularData {
  scans: readonly Scan[]
  single: Scan
  menu: Scan
  fridge: Scan
  menuBeers: readonly SightedBeer[]
  fridgeBeers: readonly SightedBeer[]
  /** Well-known beers of the catalogue. */
  beers: readonly Beer[]
  shareToken: string
}

export interface Cast {
  pictures: Pictures
  data: RegularData
  signedIn(role: Role): SignedIn
}

/** As JSON; the pictures are in base64. */
interface StoredCast {
  pictures: Record<keyof Pictures, string>
  data: RegularData
  states: Record<Exclude<Role, 'visitor'>, SignedIn>
}

export function castFrom({ pictures, data, states }: StoredCast): Cast {
  const decoded = (base64: string) => Buffer.from(base64, 'base64')
  return {
    pictures: { beer: decoded(pictures.beer), fridge: decoded(pictures.fridge), menu: decoded(pictures.menu) },
    data,
    signedIn: (role) => (role === 'visitor' ? undefined : states[role]),
  }
}

export async function gatherCast(browser: Browser, origin: string): Promise<StoredCast> {
  const pictures = {
    beer: await renderSingle({ beer: WESTMALLE, seed: SEED, size: UPRIGHT }),
    fridge: await renderFridge({ beers: [...POURED, ...someBeers(SEED, 6)], seed: SEED }),
    menu: await renderMenu({ beers: POURED, seed: SEED }),
  }
  const newcomer = await signUp(browser, origin, { firstName: 'Nora', lastName: 'Newman', email: 'nora@example.org' })
  const regular = await signUp(browser, origin, {
    firstName: 'Jana',
    lastName: 'Nováková',
    email: 'jana.novakova@example.org',
  })
  const data = await createData(regular.request, origin, pictures)
  await Promise.all([newcomer.context.close(), regular.context.close()])
  const encoded = (jpeg: Buffer) => jpeg.toString('base64')
  return {
    pictures: { beer: encoded(pictures.beer), fridge: encoded(pictures.fridge), menu: encoded(pictures.menu) },
    data,
    states: { newcomer: newcomer.state, regular: regular.state },
  }
}

async function signUp(browser: Browser, origin: string, person: Person) {
  const context = await browser.newContext({ ...PHONE, baseURL: origin, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/')
  await signIn(page, person)
  return { context, request: context.request, state: await context.storageState() }
}

async function createData(request: APIRequestContext, origin: string, pictures: Pictures): Promise<RegularData> {
  const headers = { origin }
  async function ask(route: AnyRoute, options: Parameters<APIRequestContext['fetch']>[1] & { at?: string } = {}) {
    const { at = route.path, ...rest } = options
    const response = await request.fetch(at, { method: route.method, headers, ...rest })
    if (!response.ok()) throw new Error(`${route.method} ${at}: ${response.status()} ${await response.text()}`)
    return response.status() === 204 ? null : await response.json()
  }
  const find = async (q: string): Promise<Beer> => {
    const { beers } = await ask(search, { params: { q } })
    const [best] = search.answer[200].parse({ beers, breweries: [] }).beers
    if (!best) throw new Error(`no beer in the catalogue for ${q}`)
    return best
  }
  async function scan(route: AnyRoute, context: string, buffer: Buffer): Promise<Scan> {
    const scanId = randomUUID()
    const image = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
    await ask(route, { multipart: { image, context, scanId } })
    return getScan.answer[200].parse(await ask(getScan, { at: pathOf(getScan, { id: scanId }) }))
  }

  const beers: Beer[] = []
  for (const words of SAVED) {
    const beer = await find(words)
    await ask(addFavorite, { data: { beerId: beer.id } })
    beers.push(beer)
  }
  for (const query of SEARCHED) {
    const { beers: found } = await ask(search, { params: { q: query } })
    await ask(saveSearch, { data: { query, resultCount: found.length } })
  }
  for (const beer of POURED.slice(0, 2)) {
    await scan(identifyBeer, 'single_beer', await renderSingle({ beer, seed: SEED }))
  }
  const fridge = await scan(identifyBeer, 'fridge', pictures.fridge)
  const menu = await scan(parseMenu, 'menu', pictures.menu)
  const single = await scan(identifyBeer, 'single_beer', pictures.beer)
  const { token: shareToken } = await ask(shareScan, { at: pathOf(shareScan, { id: menu.id }) })
  const scans = listScans.answer[200].parse(await ask(listScans))
  listFavorites.answer[200].parse(await ask(listFavorites))
  const menuBeers = parseMenuData(menu.menuData)
  const fridgeBeers = parseMenuData(fridge.menuData)
  if (!single.beer || menuBeers.length < 5 || fridgeBeers.length < 3)
    throw new Error('the rendered photos were not recognised')
  return { scans, single, menu, fridge, menuBeers, fridgeBeers, beers, shareToken }
}
