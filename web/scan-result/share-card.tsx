/** Draws the share cards: a beer with its facts, or the five best beers of a menu. */
import { type Beer, RATING_MAX, SHARE_CARD_BEERS, type SightedBeer } from '#contracts'
import {
  abvText,
  compareRatings,
  rangeText,
  ratingBasis,
  ratingMark,
  ratingMarkText,
  ratingText,
} from '#web/beer/beer-facts.ts'
import { PlaceholderShot, PlaceholderTile } from '#web/beer/placeholder-art.tsx'
import { isPending, RatingGlass } from '#web/beer/rating.tsx'
import { styleText } from '#web/beer/styles/style-text.ts'
import { dateText, numberText } from '#web/language/formats.ts'
import { isAsked } from './asked.ts'
import { type CardCanvas, cardCanvas } from './card-canvas.tsx'
import { drawFoot, drawLamplight, fileOf, fitting, HEIGHT, INNER, MARGIN, WIDTH } from './card-frame.tsx'
import { t } from './texts.ts'

export interface SharedList {
  kind: 'menu' | 'group'
  /** As printed; null if it was not recognised. */
  title: string | null
  /** ISO 8601. */
  readAt: string
  beers: readonly SightedBeer[]
}

/** Draws the card of a beer as a PNG, with the user's own rating if there is one. */
export async function drawBeerCard(beer: Beer, ownRating: number | null): Promise<File> {
  const canvas = cardCanvas(WIDTH, HEIGHT)
  const { context, token } = canvas
  await canvas.loadFonts([beer.name, beer.brewery, styleText(beer.style), 'Aa0%…'].join(' '))

  const dusk = context.createRadialGradient(WIDTH / 2, 110, 0, WIDTH / 2, 110, 720)
  for (const [at, color] of DUSK) dusk.addColorStop(at, color)
  context.fillStyle = dusk
  context.fillRect(0, 0, WIDTH, HEIGHT)
  await canvas.draw(<PlaceholderShot beer={beer} />, 0, 56, WIDTH, 500)
  canvas.panel(0, 590, WIDTH, HEIGHT, 72, token('--ground'))

  let y = title(canvas, beer.name, 700)
  const brewery = canvas.fit(beer.brewery ?? t('shareCard.unknownBrewery'), INNER, 1, 'strong', 42)
  y += 66
  canvas.write(brewery.lines[0] ?? '', MARGIN, y, {
    face: 'strong',
    px: 42,
    color: token(beer.brewery ? '--accent-ink' : '--ink-3'),
  })
  chips(canvas, factsOf(beer, ownRating), y + 36)
  await rating(canvas, beer)
  await drawFoot(canvas)
  return fileOf(canvas, beer.name)
}

/** Draws the card of a list as a PNG. */
export async function drawListCard(list: SharedList): Promise<File> {
  const canvas = cardCanvas(WIDTH, HEIGHT)
  const { token } = canvas
  const best = bestOf(list.beers)
  const heading = list.title ?? t(`shareCard.untitled.${list.kind}`)
  await canvas.loadFonts(
    [heading, ...best.flatMap(({ name, brewery, style }) => [name, brewery, styleText(style)])].join(' '),
  )

  drawLamplight(canvas)
  const kind = list.kind === 'menu' ? t('shareCard.menu') : t('shareCard.group')
  canvas.write(`${kind} · ${t('shareCard.scanned', { date: dateText(list.readAt).toUpperCase() })}`, MARGIN, 110, {
    face: 'machine',
    px: 25,
    color: token('--ink-3'),
  })
  const { lines, px } = fitting(canvas, heading, [84, 68, 56], 'display', INNER, 1)
  canvas.write(lines[0] ?? '', MARGIN, 200, { face: 'display', px, color: token('--ink') })
  canvas.write(countText(best.length, list.beers.length), MARGIN, 258, {
    face: 'text',
    px: 34,
    color: token('--ink-2'),
  })
  for (const [place, beer] of best.entries()) await row(canvas, beer, 304 + place * 182)
  await drawFoot(canvas)
  return fileOf(canvas, list.title ?? list.kind)
}

function countText(shown: number, all: number): string {
  return all > shown ? t('shareCard.best', { shown, all }) : t('shareCard.all', { all })
}

/** The gradient behind the beer on its page. */
const DUSK: readonly (readonly [at: number, color: string])[] = [
  [0, '#d98a2b'],
  [0.6, '#6d3b14'],
  [1, '#120d09'],
]

/** Best rated first, pending last; equal ratings keep the menu order. A beer that is not sure is left out. */
function bestOf(beers: readonly SightedBeer[]): Beer[] {
  const sure = beers.filter((beer) => !isAsked(beer))
  return sure.sort(compareRatings).slice(0, SHARE_CARD_BEERS)
}

function factsOf(beer: Beer, ownRating: number | null): string[] {
  const facts = [
    ownRating !== null && t('shareCard.ownRating', { rating: numberText(ownRating) }),
    styleText(beer.style),
    t('shareCard.abv', { abv: abvText(beer.abv) }),
    beer.ibu !== null && `IBU ${Math.round(beer.ibu)}`,
  ]
  return [...facts, !beer.listed && t('shareCard.unlisted')].filter((fact) => typeof fact === 'string')
}

/** Writes the name on at most three lines. Returns the baseline of the last line. */
function title(canvas: CardCanvas, name: string, top: number): number {
  const large = fitting(canvas, name, [96, 84], 'display', INNER, 2)
  const isLarge = canvas.fit(name, INNER, 2, 'display', large.px).isWhole
  const { lines, px } = isLarge ? large : fitting(canvas, name, [66, 56, 48], 'display', INNER, 3)
  for (const [place, line] of lines.entries()) {
    canvas.write(line, MARGIN, top + px * 0.3 + place * px * 1.06, {
      face: 'display',
      px,
      color: canvas.token('--ink'),
    })
  }
  return top + px * 0.3 + (lines.length - 1) * px * 1.06
}

/** Draws the facts as chips, wrapping to a second row. */
function chips(canvas: CardCanvas, facts: readonly string[], top: number): void {
  const [px, height, gap, inset] = [32, 60, 14, 28]
  let [x, y] = [MARGIN, top]
  for (const fact of facts) {
    const text = canvas.fit(fact, INNER - 2 * inset, 1, 'text', px).lines[0] ?? ''
    const width = canvas.widthOf(text, 'text', px) + 2 * inset
    if (x > MARGIN && x + width > MARGIN + INNER) [x, y] = [MARGIN, y + height + gap]
    canvas.panel(x, y, width, height, height / 2, canvas.token('--raised'), canvas.token('--line'))
    canvas.write(text, x + inset, y + height / 2 + px * 0.35, { face: 'text', px, color: canvas.token('--ink-2') })
    x += width + gap
  }
}

/** Draws the glass, the rating and its basis. */
async function rating(canvas: CardCanvas, beer: Beer): Promise<void> {
  const { token } = canvas
  const [top, height] = [1_040, 142]
  const line = top + height - 26
  await canvas.draw(<RatingGlass beer={beer} />, MARGIN, top, 105, height)
  const number = isPending(beer) ? t('shareCard.pending') : ratingText(beer)
  const px = isPending(beer) ? 64 : number.length > 3 ? 92 : 132
  const x = MARGIN + 138
  canvas.write(number, x, line, { face: 'display', px, color: token('--ink') })
  const end = x + canvas.widthOf(number, 'display', px)
  if (!isPending(beer)) canvas.write(`/${RATING_MAX}`, end + 6, line, { face: 'text', px: 40, color: token('--ink-3') })
  const basis = canvas.fit(ratingBasis(beer), WIDTH - MARGIN - end - 170, 2, 'text', 34).lines
  for (const [place, words] of basis.entries()) {
    const y = line - (basis.length - 1 - place) * 44
    canvas.write(words, WIDTH - MARGIN, y, { face: 'text', px: 34, color: token('--ink-2'), align: 'right' })
  }
}

/** '78/100', or the band of the style, ending at `right`. */
function rowRating(canvas: CardCanvas, beer: Beer, right: number, line: number): void {
  const [ink, faint] = [canvas.token('--ink'), canvas.token('--ink-3')]
  const align = 'right'
  if (isPending(beer)) {
    canvas.write(t('shareCard.pending'), right, line, { face: 'display', px: 36, color: faint, align })
    return
  }
  const scale = `/${RATING_MAX}`
  const number = ratingText(beer)
  canvas.write(scale, right, line, { face: 'machine', px: 24, color: faint, align })
  const end = right - canvas.widthOf(scale, 'machine', 24) - 4
  canvas.write(number, end, line, { face: 'display', px: number.length > 3 ? 46 : 64, color: ink, align })
}

/** 'expected 74-83' or 'typical'; empty for a rating that people have decided. */
function markText(beer: Beer): string {
  const range = ratingMark(beer) === 'typical' ? null : rangeText(beer)
  return [ratingMarkText(beer), range].filter(Boolean).join(' ')
}

async function row(canvas: CardCanvas, beer: Beer, top: number): Promise<void> {
  const { token } = canvas
  const height = 166
  const left = MARGIN - 24
  const middle = top + height / 2
  canvas.panel(left, top, WIDTH - 2 * left, height, 44, token('--surface'), token('--line'))
  const { context } = canvas
  context.save()
  context.beginPath()
  context.roundRect(left + 22, top + 18, 106, 130, 28)
  context.clip()
  await canvas.draw(<PlaceholderTile beer={beer} />, left + 22, top + 18, 106, 130)
  context.restore()

  const right = WIDTH - left - 34
  const mark = isPending(beer) ? '' : markText(beer)
  rowRating(canvas, beer, right, mark ? middle + 6 : middle + 20)
  canvas.write(mark, right, middle + 46, { face: 'machine', px: 22, color: token('--ink-3'), align: 'right' })
  const x = left + 156
  const width = right - 190 - x
  const name = fitting(canvas, beer.name, [46, 40], 'display', width, 1)
  const isShort = canvas.fit(beer.name, width, 1, 'display', name.px).isWhole
  const { lines, px } = isShort ? name : fitting(canvas, beer.name, [36], 'display', width, 2)
  const facts = [beer.brewery ?? t('shareCard.unknownBrewery'), styleText(beer.style), abvText(beer.abv)]
    .filter(Boolean)
    .join(' · ')
  const first = lines.length === 1 ? middle - 4 : middle - 28
  for (const [place, line] of lines.entries()) {
    canvas.write(line, x, first + place * px * 1.08, { face: 'display', px, color: token('--ink') })
  }
  const last = first + (lines.length - 1) * px * 1.08
  // Two lines of a name push the facts below the mark of the rating.
  const beside = Math.max(190, canvas.widthOf(mark, 'machine', 22) + 24)
  const factsWidth = lines.length === 1 ? right - beside - x : width
  canvas.write(canvas.fit(facts, factsWidth, 1, 'text', 29).lines[0] ?? '', x, last + 46, {
    face: 'text',
    px: 29,
    color: token('--ink-3'),
  })
}
