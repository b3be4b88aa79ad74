/** What all share cards have in common: their size, the light at the top and the brand at the foot. */
import { SHARE_CARD_HEIGHT_PX, SHARE_CARD_WIDTH_PX } from '#contracts'
import { Goggles } from '#web/ui/goggles.tsx'
import type { CardCanvas, Face } from './card-canvas.tsx'
import { t } from './texts.ts'

export const WIDTH = SHARE_CARD_WIDTH_PX
export const HEIGHT = SHARE_CARD_HEIGHT_PX
export const MARGIN = 72
export const INNER = WIDTH - 2 * MARGIN
const FOOT_Y = HEIGHT - 62

export function drawLamplight({ context, token }: CardCanvas): void {
  context.fillStyle = token('--ground')
  context.fillRect(0, 0, WIDTH, HEIGHT)
  const lamp = context.createRadialGradient(WIDTH / 2, -150, 0, WIDTH / 2, -150, 1_000)
  lamp.addColorStop(0, token('--lamp'))
  // A gradient to 'transparent' passes through grey.
  lamp.addColorStop(1, token('--ground'))
  context.fillStyle = lamp
  context.fillRect(0, 0, WIDTH, HEIGHT)
}

export async function drawFoot(canvas: CardCanvas): Promise<void> {
  await canvas.draw(<Goggles />, MARGIN, FOOT_Y - 40, 92, 52)
  canvas.write(t('shareCard.brand'), MARGIN + 112, FOOT_Y, { face: 'display', px: 42, color: canvas.token('--ink') })
  canvas.write(t('shareCard.tagline'), WIDTH - MARGIN, FOOT_Y - 3, {
    face: 'machine',
    px: 25,
    color: canvas.token('--ink-3'),
    align: 'right',
  })
}

/** The largest size at which the text fits without truncation, else the smallest one. */
export function fitting(
  canvas: CardCanvas,
  words: string,
  sizes: readonly number[],
  face: Face,
  width: number,
  lines: number,
) {
  for (const px of sizes) {
    const fitted = canvas.fit(words, width, lines, face, px)
    if (fitted.isWhole || px === sizes.at(-1)) return { lines: fitted.lines, px }
  }
  throw new Error('no size was given')
}

/** The card as a PNG, named after what it shows. */
export async function fileOf(canvas: CardCanvas, words: string): Promise<File> {
  return new File([await canvas.toPng()], fileName(words), { type: 'image/png' })
}

function fileName(words: string): string {
  const plain = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `beergoggles-${plain.slice(0, 60) || 'card'}.png`
}
