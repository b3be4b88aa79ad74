/** The contrast of text with the pixels behind it, where no style sheet knows them: on a picture. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from '../fixtures/app.ts'
import { untilSettled } from './stage.ts'

type Rgb = readonly [red: number, green: number, blue: number]

/** A line of text: its words, its box in CSS pixels, its colour (0-255) and how opaque that is (0-1). */
interface Line {
  words: string
  box: { x: number; y: number; width: number; height: number }
  color: Rgb
  opacity: number
}

/**
 * The lowest contrast of each visible text of the window, as a ratio of 1 to 21 after WCAG 2. The page is photographed without
 * its letters; the pixel behind a text that is nearest to the colour of the text counts. A page that is laid out anew
 * meanwhile, as after a change of its width, is photographed again.
 */
export async function contrastsOf(page: Page): Promise<Map<string, number>> {
  let lines: Line[] = []
  let picture: Buffer = Buffer.alloc(0)
  await expect(async () => {
    // What fades in is not yet what is to be read.
    await untilSettled(page)
    lines = await linesOf(page)
    picture = await withoutLetters(page)
    expect(await linesOf(page)).toEqual(lines)
  }).toPass({ timeout: 30_000 })
  const screenshot = sharp(picture).removeAlpha()
  const { data, info } = await screenshot.raw().toBuffer({ resolveWithObject: true })
  const scale = info.width / (page.viewportSize()?.width ?? info.width)
  const lowest = new Map<string, number>()
  for (const { words, box, color, opacity } of lines) {
    for (let y = Math.round(box.y * scale); y < (box.y + box.height) * scale; y++) {
      for (let x = Math.round(box.x * scale); x < (box.x + box.width) * scale; x++) {
        const at = 3 * (y * info.width + x)
        const behind = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const
        const seen = color.map((one, channel) => opacity * one + (1 - opacity) * (behind[channel] ?? 0))
        const contrast = ratio(luminance(seen), luminance(behind))
        lowest.set(words, Math.min(contrast, lowest.get(words) ?? Number.POSITIVE_INFINITY))
      }
    }
  }
  return lowest
}

/** A screenshot of the window without its text. */
async function withoutLetters(page: Page): Promise<Buffer> {
  await page.evaluate(() => {
    const withoutLetters = new CSSStyleSheet()
    withoutLetters.replaceSync('* { color: transparent !important; transition: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, withoutLetters]
  })
  const screenshot = await page.screenshot({ animations: 'disabled' })
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
  })
  return screenshot
}

/** The lines of text that a sighted person sees in the window. */
async function linesOf(page: Page): Promise<Line[]> {
  return page.evaluate(() => {
    const swatch = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (!swatch) throw new Error('no canvas')
    const channelsOf = (color: string) => {
      swatch.clearRect(0, 0, 1, 1)
      swatch.fillStyle = color
      swatch.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = swatch.getImageData(0, 0, 1, 1).data
      return { color: [red, green, blue] as const, opacity: alpha / 255 }
    }
    const lines: Line[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? ''
      const holder = node.parentElement
      const isShown = holder?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (words === '' || !holder || !isShown || holder.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { x, y, width, height } of range.getClientRects()) {
        if (y < 0 || x < 0 || x + width > innerWidth || y + height > innerHeight) continue
        lines.push({ words, box: { x, y, width, height }, ...channelsOf(getComputedStyle(holder).color) })
      }
    }
    return lines
  })
}

const ratio = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** The relative luminance of sRGB (0-255) after WCAG 2, 0 to 1. */
function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((one) => {
    const share = one / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
