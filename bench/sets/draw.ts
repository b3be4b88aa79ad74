/**
 * Draws the labelled set bench/sets/drawn: single beers, fridges, menus and photos without beer, whose truth is known
 * because they are drawn. The seed is fixed, so that running it again changes nothing on the same machine (fonts differ
 * between machines). Usage: tsx bench/sets/draw.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { loadShipped } from '#catalogue/shipped'
import {
  fridgePositions,
  MENU_LAYOUTS,
  menuLines,
  type NoBeerKind,
  type PicturedBeer,
  type Random,
  randomFrom,
  renderFridge,
  renderMenu,
  renderNoBeer,
  renderSingle,
} from '#testing/pictures/index.ts'
import { someBeers } from '../../e2e/fixtures/pictures.ts'
import type { LabelledPhoto } from '../photos/photo-set.ts'

const FOLDER = fileURLToPath(new URL('./drawn', import.meta.url))
const SEED = 31_400
const SINGLES = 10
const FRIDGES = [3, 4, 5, 6, 8]
const NEGATIVES: readonly NoBeerKind[] = [
  'soda',
  'wine',
  'food-menu',
  'wine-list',
  'coffee-menu',
  'book',
  'room',
  'drinks-shelf',
]
/** The catalogue also lists these, but they are no beers. */
const NOT_BEER = new Set(['Cider', 'Perry', 'Mead', 'Hard Seltzer'])
/** Labels print a short brewery name; an answer may carry the full one, so the truth has both. */
const fullNames = new Map(loadShipped().breweries.map(({ name, aliases }) => [aliases[0] ?? name, name]))
const LONG_SIDE_PX = 1_400
const BYTES_MAX = 140_000

interface Picture {
  photo: LabelledPhoto
  jpeg: Buffer
}

const pictures = [...(await singles()), ...(await fridges()), ...(await menus()), ...(await negatives())]
const entries = []
for (const [index, { photo, jpeg }] of pictures.entries()) {
  const taken = await take(jpeg, randomFrom(SEED + 9_000 + index), photo.class === 'group' ? 0 : 3)
  const file = join(FOLDER, photo.file)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, taken.bytes)
  const { width, height } = taken
  entries.push({ ...photo, width, height, bytes: taken.bytes.length, licence: 'MIT' })
}
writeFileSync(join(FOLDER, 'photos.json'), `${JSON.stringify(entries, null, 1)}\n`)
console.log(`${entries.length} pictures, ${Math.round(entries.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)} KiB`)

async function singles(): Promise<Picture[]> {
  return await Promise.all(
    beersFrom(SEED, SINGLES).map(async (beer, index) => ({
      photo: {
        ...named('single', index),
        class: 'single' as const,
        truth: { beers: [{ ...withFullBrewery(beer), accept_also: [] }], accept_also: [] },
      },
      jpeg: await renderSingle({ beer, seed: SEED + 100 + index }),
    })),
  )
}

async function fridges(): Promise<Picture[]> {
  return await Promise.all(
    FRIDGES.map(async (count, index) => {
      const seed = SEED + 200 + index
      const beers = beersFrom(seed, count)
      const centres = await fridgePositions({ beers, seed })
      const placed = beers.flatMap((beer, at) => {
        const centre = centres[at]
        if (!centre) return []
        const [x, y] = [Math.round(centre.x), Math.round(centre.y)]
        return [{ ...withFullBrewery(beer), x, y, readability: 'clear' as const, accept_also: [] }]
      })
      return {
        photo: {
          ...named('group', index),
          class: 'group' as const,
          truth: { scene: 'fridge', beers: placed, list_complete: true },
        },
        jpeg: await renderFridge({ beers, seed }),
      }
    }),
  )
}

async function menus(): Promise<Picture[]> {
  return await Promise.all(
    MENU_LAYOUTS.map(async (layout, index) => {
      const seed = SEED + 300 + index
      const beers = beersFrom(seed, 8 + 2 * index)
      const lines = menuLines({ beers, seed })
      const items = lines.map(({ beer, price }) => ({ ...beer, price, is_beer: true, accept_also: [] }))
      return {
        photo: { ...named('menu', index), class: 'menu' as const, truth: { items, list_complete: true } },
        jpeg: await renderMenu({ beers, seed, layout }),
      }
    }),
  )
}

async function negatives(): Promise<Picture[]> {
  return await Promise.all(
    NEGATIVES.map(async (kind, index) => ({
      photo: {
        ...named('negative', index),
        class: 'negative' as const,
        truth: { what: kind, beer_present: false },
      },
      jpeg: await renderNoBeer({ seed: SEED + 400 + index, kind }),
    })),
  )
}

function withFullBrewery(beer: PicturedBeer): PicturedBeer {
  const full = fullNames.get(beer.brewery) ?? beer.brewery
  return full === beer.brewery ? beer : { ...beer, brewery: `${beer.brewery} / ${full}` }
}

function named(kind: LabelledPhoto['class'], index: number) {
  const id = `${kind[0]}${String(index + 1).padStart(2, '0')}`
  return { id, file: `${kind}/${id}.jpg` }
}

function beersFrom(seed: number, count: number): PicturedBeer[] {
  return someBeers(seed, count + 4)
    .filter(({ style }) => !NOT_BEER.has(style ?? ''))
    .slice(0, count)
}

/**
 * What a hand-held phone adds: a slight rotation, glare, vignetting, exposure and a colour cast. Labelled positions stay true
 * only without rotation.
 */
async function take(jpeg: Buffer, random: Random, degreesMax: number) {
  const degrees = random.between(-degreesMax, degreesMax)
  const source = await sharp(jpeg).metadata()
  // The largest upright rectangle of the same shape inside the rotated picture, so that no empty corner shows.
  const radians = (Math.abs(degrees) * Math.PI) / 180
  const [long, short] = [Math.max(source.width, source.height), Math.min(source.width, source.height)]
  const share = 1 / (Math.cos(radians) + (long / short) * Math.sin(radians))
  const rotated = await sharp(jpeg).rotate(degrees).toBuffer({ resolveWithObject: true })
  const width = Math.floor(source.width * share)
  const height = Math.floor(source.height * share)
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(width, height))
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const exposed = await sharp(rotated.data)
    .extract({
      left: Math.floor((rotated.info.width - width) / 2),
      top: Math.floor((rotated.info.height - height) / 2),
      width,
      height,
    })
    .resize(size)
    .composite([{ input: Buffer.from(lightOf(size, random)) }])
    .modulate({ brightness: random.between(0.88, 1.08), saturation: random.between(0.85, 1.05) })
    .gamma(random.between(1.02, 1.25))
    .toBuffer()
  for (let quality = 84; ; quality -= 6) {
    const bytes = await sharp(exposed).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (bytes.length <= BYTES_MAX || quality < 50) return { ...size, bytes }
  }
}

function lightOf({ width, height }: { width: number; height: number }, random: Random): string {
  const cast = random.pick(['#ffb45a', '#ffd9a0', '#9fc4ff', '#ffe9c9'])
  const [x, y] = [random.between(0.1, 0.9), random.between(0.05, 0.35)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="vignette" r="0.75"><stop offset="0.6" stop-opacity="0"/><stop offset="1" stop-opacity="${random.between(0.2, 0.45)}"/></radialGradient>
    <radialGradient id="glare" cx="${x}" cy="${y}" r="${random.between(0.15, 0.3)}"><stop offset="0" stop-color="#fff" stop-opacity="${random.between(0.15, 0.4)}"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <rect width="100%" height="100%" fill="${cast}" opacity="${random.between(0.03, 0.1)}"/>
    <rect width="100%" height="100%" fill="url(#glare)"/><rect width="100%" height="100%" fill="url(#vignette)"/></svg>`
}
