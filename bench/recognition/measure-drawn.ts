/**
 * Scores drawn pictures with known truth: negatives, menus in five layouts, shelves and taps with the position of each beer. Each is
 * sent in one mode, two in parallel, so their times mean nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  fridgePositions,
  MENU_LAYOUTS,
  type MenuLayout,
  menuLines,
  NO_BEER_KINDS,
  type NoBeerKind,
  type PicturedBeer,
  renderFridge,
  renderMenu,
  renderNoBeer,
  renderTaps,
  tapPositions,
} from '#testing/pictures/index.ts'
import { someBeers } from '../../e2e/fixtures/pictures.ts'
import { isCutOff, MODES, type Mode } from '../photos/answers.ts'
import { type ShippedRows, shippedRows } from '../photos/known-beers.ts'
import type { LabelledPhoto } from '../photos/photo-set.ts'
import { runReaders } from '../photos/run-readers.ts'
import { type Scores, score } from '../photos/score.ts'
import { quantileOf, shareOfPhotos, shareWithin, type Target } from '../photos/target.ts'
import { menuTargets } from '../photos/targets.ts'
import { ratio, sumOf } from '../statistics/shares.ts'

const SEED = 20_250
const NEGATIVES_EACH = 12
const MENUS_EACH = 5
const SHELVES = 20
const TAPS = 20
const CONCURRENCY = 2
/** The catalogue also lists these, but they are no beers. */
const NOT_BEER = new Set(['Cider', 'Perry', 'Mead', 'Hard Seltzer'])

interface Drawn {
  photo: LabelledPhoto
  mode: Mode
  draw(): Promise<Buffer>
}

export async function measureDrawn(): Promise<{ text: string; targets: Target[]; falsePositives: unknown }> {
  const catalogue = shippedRows()
  const drawn = [...negatives(), ...menus(), ...(await Promise.all(GROUPS.map(groupsOf))).flat()]
  const each = await scored(drawn, catalogue)
  const clean = (photo: Scores) => photo.negative.noBeerClean
  const of = (kind: Group['kind']) => each.filter((_, index) => drawn[index]?.photo.id.startsWith(`${kind}-`))
  return {
    text: textOf(drawn, each),
    falsePositives: each.flatMap(({ negative }) => negative.falsePositives),
    targets: [
      shareOfPhotos('negatives, drawn: no beer named', sumOf(each.map(clean)), { atLeast: 0.96 }),
      ...menuTargets('menu, drawn', each),
      ...groupTargets('shelves', of('shelf')),
      ...groupTargets('taps', of('tap')),
    ],
  }
}

function groupTargets(kind: string, each: readonly Scores[]): Target[] {
  const errors = each.map(({ group }) => group.positionErrors)
  return [
    quantileOf(`position, drawn ${kind}: median`, errors, 0.5, 'ofFrame', { atMost: 5 }),
    quantileOf(`position, drawn ${kind}: p90`, errors, 0.9, 'ofFrame', { atMost: 15 }),
    shareWithin(`${kind}, drawn: beers found`, each, ({ group }) => group.clear.known),
    shareWithin(`${kind}, drawn: wrong beers among the answers`, each, ({ group }) => group.wrong),
  ]
}

async function scored(drawn: readonly Drawn[], catalogue: ShippedRows): Promise<Scores[]> {
  const readings = mkdtempSync(join(tmpdir(), 'bg-readings-'))
  try {
    const byPhoto = new Map(drawn.map((picture) => [picture.photo, picture]))
    const of = (photo: LabelledPhoto) => {
      const picture = byPhoto.get(photo)
      if (!picture) throw new Error(`unknown drawn picture ${photo.id}`)
      return picture
    }
    const { answers } = await runReaders({
      photos: drawn.map(({ photo }) => photo),
      catalogue,
      engine: { name: 'embedded' },
      readings,
      bytesOf: (photo) => of(photo).draw(),
      modesOf: (photo) => [of(photo).mode],
      concurrency: CONCURRENCY,
      onProgress: (done) => process.stderr.write(`\r${done} of ${drawn.length} drawn pictures done`),
    })
    process.stderr.write('\n')
    const cutOff = answers.filter(isCutOff).map(({ id }) => id)
    if (cutOff.length > 0) process.stderr.write(`CUT OFF by a deadline or a lost reader: ${cutOff.join(', ')}\n`)
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
        // A third of each kind in each mode, to limit the time.
        mode: MODES[number % MODES.length] ?? 'single',
        photo: { id, file: id, class: 'negative', truth: { what: kind, beer_present: false } },
        draw: () => renderNoBeer({ seed, kind }),
      }
    }),
  )
}

function menus(): Drawn[] {
  return MENU_LAYOUTS.flatMap((layout, index) =>
    Array.from({ length: MENUS_EACH }, (_, number): Drawn => {
      const seed = SEED + 5_000 + index * 100 + number
      const beers = beersFrom(seed, 8 + 2 * number)
      const id = idOf(layout, number)
      const items = menuLines({ beers, seed }).map(({ beer, price }) => ({
        ...beer,
        price,
        is_beer: true,
        accept_also: [],
      }))
      return {
        mode: 'menu',
        photo: { id, file: id, class: 'menu', truth: { items, list_complete: true } },
        draw: () => renderMenu({ beers, seed, layout }),
      }
    }),
  )
}

/** Pictures of several beers; the seeds of each kind are its own. */
const GROUPS: readonly Group[] = [
  { kind: 'shelf', count: SHELVES, seed: SEED + 8_000, render: renderFridge, positionsOf: fridgePositions },
  { kind: 'tap', count: TAPS, seed: SEED + 9_000, render: renderTaps, positionsOf: tapPositions },
]

interface Group {
  kind: 'shelf' | 'tap'
  count: number
  seed: number
  render(picture: { beers: PicturedBeer[]; seed: number }): Promise<Buffer>
  positionsOf(picture: { beers: PicturedBeer[]; seed: number }): Positions | Promise<Positions>
}

type Positions = { x: number; y: number }[]

async function groupsOf({ kind, count, seed: first, render, positionsOf }: Group): Promise<Drawn[]> {
  return await Promise.all(
    Array.from({ length: count }, async (_, number): Promise<Drawn> => {
      const seed = first + number
      const beers = beersFrom(seed, (kind === 'tap' ? 2 : 4) + (number % 7))
      const positions = await positionsOf({ beers, seed })
      const id = idOf(kind, number)
      const placed = beers.flatMap((beer, index) => {
        const position = positions[index]
        return position ? { ...beer, ...position, readability: 'clear' as const, accept_also: [] } : []
      })
      return {
        mode: 'group',
        photo: { id, file: id, class: 'group', truth: { scene: `drawn ${kind}`, beers: placed, list_complete: true } },
        draw: () => render({ beers, seed }),
      }
    }),
  )
}

function beersFrom(seed: number, count: number): PicturedBeer[] {
  return someBeers(seed, count + 4)
    .filter(({ style }) => !NOT_BEER.has(style ?? ''))
    .slice(0, count)
}

function idOf(kind: NoBeerKind | MenuLayout | Group['kind'], number: number): string {
  return `${kind}-${number + 1}`
}

/** Formats the results of each kind and layout. */
function textOf(drawn: readonly Drawn[], each: readonly Scores[]): string {
  const of = (kind: string) => each.filter((_, index) => drawn[index]?.photo.id.replace(/-\d+$/, '') === kind)
  const percent = (share: { right: number; of: number }) =>
    `${((ratio(share) ?? 0) * 100).toFixed(0).padStart(4)} %  ${share.right} of ${share.of}`
  const falsePositives = each.flatMap(({ negative }) => negative.falsePositives)
  return [
    'drawn pictures without beer: share without an answer; a third of each kind in each of the three modes',
    ...NO_BEER_KINDS.map(
      (kind) => `  ${kind.padEnd(16)}${percent(sumOf(of(kind).map(({ negative }) => negative.noBeerClean)))}`,
    ),
    ...falsePositives.map(({ id, mode, beers }) => `    ${id} as ${mode}: ${beers.join('; ')}`),
    'drawn menus: items found, answers that are items, ABV and prices of those found',
    ...MENU_LAYOUTS.map((layout) => {
      const some = of(layout)
      const shares = [
        sumOf(some.map(({ menu }) => menu.items.all)),
        sumOf(some.map(({ menu }) => menu.precision)),
        sumOf(some.map(({ menu }) => menu.abvOfFound)),
        sumOf(some.map(({ menu }) => menu.priceOfFound)),
      ]
      return `  ${layout.padEnd(16)}${shares.map((share) => percent(share).padEnd(22)).join('')}`
    }),
  ].join('\n')
}
