/** Draws the share card of a year, or of all time: its numbers, the map and the styles. */
import { type JournalSummary, RATING_MAX } from '#contracts'
import { srmColor } from '#web/beer/srm.ts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { numberText } from '#web/language/formats.ts'
import { type CardCanvas, cardCanvas } from '#web/scan-result/card-canvas.tsx'
import { drawFoot, drawLamplight, fileOf, fitting, HEIGHT, INNER, MARGIN, WIDTH } from '#web/scan-result/card-frame.tsx'
import { cardTitle, t } from './texts.ts'
import { WorldPicture } from './world.tsx'

const STYLES_SHOWN = 4
const MAP_TOP = 390
const MAP_HEIGHT = 420
const STYLES_TOP = 858

export async function drawYearCard(summary: JournalSummary, year: number | undefined): Promise<File> {
  const canvas = cardCanvas(WIDTH, HEIGHT)
  const { token } = canvas
  const styles = summary.styles.filter(({ style }) => style !== null).slice(0, STYLES_SHOWN)
  const best = bestOf(summary)
  await canvas.loadFonts([cardTitle(year), ...styles.map(({ style }) => styleText(style)), best?.name].join(' '))

  drawLamplight(canvas)
  canvas.write((year === undefined ? t('allTime') : String(year)).toUpperCase(), MARGIN, 110, {
    face: 'machine',
    px: 25,
    color: token('--ink-3'),
  })
  canvas.write(cardTitle(year), MARGIN, 196, { face: 'display', px: 76, color: token('--ink') })
  drawNumbers(canvas, summary)
  if (summary.countries.length > 0)
    await canvas.draw(<WorldPicture countries={summary.countries} />, 0, MAP_TOP, WIDTH, MAP_HEIGHT)
  drawStyles(canvas, styles)
  if (best) {
    const words = t('card.best', { beer: best.name, rating: numberText(best.rating), of: RATING_MAX })
    const { lines, px } = fitting(canvas, words, [36, 31], 'strong', INNER, 1)
    canvas.write(lines[0] ?? '', MARGIN, HEIGHT - 150, { face: 'strong', px, color: token('--accent-ink') })
  }
  await drawFoot(canvas)
  return fileOf(canvas, cardTitle(year))
}

/** The highest rated of all styles. */
function bestOf({ styles }: JournalSummary) {
  return styles.flatMap(({ best }) => best ?? []).sort((a, b) => b.rating - a.rating)[0]
}

function drawNumbers(canvas: CardCanvas, { beers, breweries, countries }: JournalSummary): void {
  const numbers = [
    [beers, t('beers')],
    [breweries, t('breweries')],
    [countries.length, t('countries')],
  ] as const
  for (const [place, [number, term]] of numbers.entries()) {
    const x = MARGIN + (place * INNER) / numbers.length
    canvas.write(numberText(number), x, 318, { face: 'display', px: 88, color: canvas.token('--ink') })
    canvas.write(term, x, 366, { face: 'text', px: 32, color: canvas.token('--ink-2') })
  }
}

/** As bars in the colours of the styles. */
function drawStyles(canvas: CardCanvas, styles: JournalSummary['styles']): void {
  const most = Math.max(...styles.map(({ beers }) => beers))
  for (const [place, { style, srm, beers }] of styles.entries()) {
    const y = STYLES_TOP + place * 80
    const name = canvas.fit(styleText(style) ?? '', INNER - 120, 1, 'strong', 32).lines[0] ?? ''
    canvas.write(name, MARGIN, y, { face: 'strong', px: 32, color: canvas.token('--ink') })
    const right = { face: 'display', px: 36, color: canvas.token('--ink'), align: 'right' } as const
    canvas.write(numberText(beers), WIDTH - MARGIN, y, right)
    canvas.panel(MARGIN, y + 16, INNER, 22, 11, canvas.token('--raised'))
    canvas.panel(MARGIN, y + 16, Math.max(22, (beers / most) * INNER), 22, 11, srmColor(srm), canvas.token('--line'))
  }
}
