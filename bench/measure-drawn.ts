/**
 * Drawn photographs, where everything on them is known: what is no beer, menus in five looks, shelves with the place of
 * each beer. Each is asked about in one way; two at a time, as their times are worth nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  fridgePlaces,
  MENU_LOOKS,
  type MenuLook,
  menuLines,
  NO_BEER_KINDS,
  type NoBeerKind,
  type PicturedBeer,
  renderFridge,
  renderMenu,
  renderNoBeer,
} from '#testing/pictures/index.ts'
import { someBeers } from '../e2e/fixtures/pictures.ts'
import { MODES, type Mode } from './answers.ts'
import { askReaders } from './ask-readers.ts'
import { type ShippedRows, shippedRows } from './known-beers.ts'
import type { LabelledPhoto } from './photo-set.ts'
import { type Scores, score } from './score.ts'
import { ratio, sumOf } from './shares.ts'
import { menuTargets, quantileOf, shareOfPhotos, shareWithin, type Target } from './targets.ts'

const SEED = 20_250
const NEGATIVES_EACH = 12
const MENUS_EACH = 5
const SHELVES = 20
const ABREAST = 2
/** The catalogue holds some; a list of beers does not. */
const NOT_BEER = new Set(['Cider', 'Perry', 'Mead', 'Hard Seltzer'])

interface Drawn {
  photo: LabelledPhoto
  /** How it is asked about. */
  mode: Mode
  draw(): Promise<Buffer>
}

export async function measureDrawn(): Promise<{ text: string; targets: Target[]; dirty: unknown }> {
  const catalogue = shippedRows()
  const drawn = [...negatives(), ...menus(), ...(await shelves())]
  const each = await scored(drawn, catalogue)
  const clean = (photo: Scores) => photo.negative.noBeerClean
  return {
    text: textOf(drawn, each),
    dirty: each.flatMap(({ negative }) => negative.dirty),
    targets: [
      shareOfPhotos('negatives, drawn: kept clean', sumOf(each.map(clean)), { atLeast: 0.96 }),
      ...menuTargets('menu, drawn', each),
      quantileOf(
        'position, drawn shelves: median',
        each.map(({ group }) => group.positionErrors),
        0.5,
        'ofFrame',
        { atMost: 5 },
      ),
      quantileOf(
        'position, drawn shelves: p90',
        each.map(({ group }) => group.positionErrors),
        0.9,
        'ofFrame',
        { atMost: 15 },
      ),
      shareWithin('shelves, drawn: beers found', each, ({ group }) => group.clear.known),
      shareWithin('shelves, drawn: wrong names of the answers', each, ({ group }) => group.wrong),
    ],
  }
}

async function scored(drawn: readonly Drawn[], catalogue: ShippedRows): Promise<Scores[]> {
  const readings = mkdtempSync(join(tmpdir(), 'bg-readings-'))
  try {
    const byPhoto = new Map(drawn.map((one) => [one.photo, one]))
    const of = (photo: LabelledPhoto) => {
      const one = byPhoto.get(photo)
      if (!one) throw new Error(`Nobody draws ${photo.id}`)
      return one
    }
    const { answers } = await askReaders({
      photos: drawn.map(({ photo }) => photo),
      catalogue,
      engine: { name: 'embedded' },
      readings,
      bytesOf: (photo) => of(photo).draw(),
      modesOf: (photo) => [of(photo).mode],
      abreast: ABREAST,
      onProgress: (done) => process.stderr.write(`\r${done} of ${drawn.length} drawn pictures read`),
    })
    process.stderr.write('\n')
    return drawn.map(({ photo }) => score([photo], answers, catalogue.knows))
  } finally {
    rmSync(readings, { recursive: true })
  }
}

function negatives(): Drawn[] {
  return NO_BEER_KINDS.flatMap((kind, index) =>
    Array.from({ length: NEGATIVES_EACH }, (_, number): Drawn => {
      const seed = SEED + index * 100 + number
      const id = idOf(kind, number)
      return {
        // A third of each kind in each way: so many pictures take their time.
        mode: MODES[number % MODES.length] ?? 'single',
        photo: { id, file: id, class: 'negative', truth: { what: kind, beer_present: false } },
        draw: () => renderNoBeer({ seed, kind }),
      }
    }),
  )
}

function menus(): Drawn[] {
  return MENU_LOOKS.flatMap((look, index) =>
    Array.from({ length: MENUS_EACH }, (_, number): Drawn => {
      const seed = SEED + 5_000 + index * 100 + number
      const beers = beersFrom(seed, 8 + 2 * number)
      const id = idOf(look, number)
      const items = menuLines({ beers, seed }).map(({ beer, price }) => ({
        ...beer,
        price,
        is_beer: true,
        accept_also: [],
      }))
      return {
        mode: 'menu',
        photo: { id, file: id, class: 'menu', truth: { items, list_complete: true } },
        draw: () => renderMenu({ beers, seed, look }),
      }
    }),
  )
}

async function shelves(): Promise<Drawn[]> {
  return await Promise.all(
    Array.from({ length: SHELVES }, async (_, number): Promise<Drawn> => {
      const seed = SEED + 8_000 + number
      const beers = beersFrom(seed, 4 + (number % 7))
      const places = await fridgePlaces({ beers, seed })
      const id = idOf('shelf', number)
      const standing = beers.flatMap((beer, index) => {
        const place = places[index]
        return place ? { ...beer, ...place, readability: 'clear' as const, accept_also: [] } : []
      })
      return {
        mode: 'group',
        photo: { id, file: id, class: 'group', truth: { scene: 'drawn fridge', beers: standing, list_complete: true } },
        draw: () => renderFridge({ beers, seed }),
      }
    }),
  )
}

function beersFrom(seed: number, count: number): PicturedBeer[] {
  return someBeers(seed, count + 4)
    .filter(({ style }) => !NOT_BEER.has(style ?? ''))
    .slice(0, count)
}

function idOf(kind: NoBeerKind | MenuLook | 'shelf', number: number): string {
  return `${kind}-${number + 1}`
}

/** Where the misses lie: each kind and look by itself. */
function textOf(drawn: readonly Drawn[], each: readonly Scores[]): string {
  const of = (kind: string) => each.filter((_, index) => drawn[index]?.photo.id.replace(/-\d+$/, '') === kind)
  const percent = (share: { right: number; of: number }) =>
    `${((ratio(share) ?? 0) * 100).toFixed(0).padStart(4)} %  ${share.right} of ${share.of}`
  const dirty = each.flatMap(({ negative }) => negative.dirty)
  return [
    'drawn pictures without beer, kept clean; a third of each kind is asked about in each of the three ways',
    ...NO_BEER_KINDS.map(
      (kind) => `  ${kind.padEnd(16)}${percent(sumOf(of(kind).map(({ negative }) => negative.noBeerClean)))}`,
    ),
    ...dirty.map(({ id, mode, beers }) => `    ${id} as ${mode}: ${beers.join('; ')}`),
    'drawn menus: items found, answers that are items, strengths and prices of those found',
    ...MENU_LOOKS.map((look) => {
      const some = of(look)
      const shares = [
        sumOf(some.map(({ menu }) => menu.items.all)),
        sumOf(some.map(({ menu }) => menu.precision)),
        sumOf(some.map(({ menu }) => menu.abvOfFound)),
        sumOf(some.map(({ menu }) => menu.priceOfFound)),
      ]
      return `  ${look.padEnd(16)}${shares.map((share) => percent(share).padEnd(22)).join('')}`
    }),
  ].join('\n')
}
