/** Draws share cards on a canvas with the fonts, drawings and theme colours of the app. */
import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { hidesPixels } from '#web/device/canvas-pixels.ts'
import { type FittedText, fitText } from './fit-text.ts'

/** The typefaces of the app. */
const FACES = {
  display: { weight: 600, family: '--font-display', spacingEm: -0.015 },
  text: { weight: 500, family: '--font-sans', spacingEm: 0 },
  strong: { weight: 700, family: '--font-sans', spacingEm: 0 },
  machine: { weight: 600, family: '--font-mono', spacingEm: 0.13 },
} as const
export type Face = keyof typeof FACES

export interface Words {
  face: Face
  px: number
  color: string
  align?: CanvasTextAlign
}

export type CardCanvas = ReturnType<typeof cardCanvas>

/** @throws when the browser provides no 2D context, or hides what it draws. */
export function cardCanvas(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = contextOf(canvas)
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const fontOf = (face: Face, px: number) => `${FACES[face].weight} ${px}px ${token(FACES[face].family)}`

  function choose(face: Face, px: number): void {
    context.font = fontOf(face, px)
    context.letterSpacing = `${FACES[face].spacingEm * px}px`
  }
  const measure = (face: Face, px: number) => (text: string) => {
    choose(face, px)
    return context.measureText(text).width
  }

  return {
    context,
    token,
    widthOf: (text: string, face: Face, px: number): number => measure(face, px)(text),

    /** Loads the font files needed for this text: each script has its own file. */
    async loadFonts(words: string): Promise<void> {
      const faces = Object.keys(FACES) as Face[]
      // A face whose file fails to load falls back to the next font of its family.
      await Promise.allSettled(faces.map((face) => document.fonts.load(fontOf(face, 40), words)))
    },

    /** Writes one line with its baseline at `y`; `align` says what `x` is. */
    write(text: string, x: number, y: number, { face, px, color, align = 'left' }: Words): void {
      choose(face, px)
      context.fillStyle = color
      context.textAlign = align
      context.fillText(text, x, y)
    },

    fit: (text: string, width: number, linesMax: number, face: Face, px: number): FittedText =>
      fitText(text, width, linesMax, measure(face, px)),

    panel(x: number, y: number, w: number, h: number, radius: number, fill: string, line?: string): void {
      context.beginPath()
      context.roundRect(x, y, w, h, radius)
      context.fillStyle = fill
      context.fill()
      if (!line) return
      context.strokeStyle = line
      context.lineWidth = 2
      context.stroke()
    },

    /** Draws an SVG component centred in the frame, as large as it fits. */
    async draw(drawing: ReactElement, x: number, y: number, w: number, h: number): Promise<void> {
      const { image, texts, box } = await pictureOf(drawing)
      const scale = Math.min(w / box.width, h / box.height)
      const [left, top] = [x + (w - box.width * scale) / 2, y + (h - box.height * scale) / 2]
      context.drawImage(image, left, top, box.width * scale, box.height * scale)
      context.textAlign = 'center'
      for (const { words, x: atX, y: atY, px, color } of texts) {
        choose('display', px * scale)
        context.fillStyle = color
        context.fillText(words, left + atX * scale, top + atY * scale)
      }
    },

    toPng: (): Promise<Blob> =>
      new Promise((resolve, reject) => {
        canvas.toBlob(
          (png) => (png ? resolve(png) : reject(new Error('the picture could not be encoded'))),
          'image/png',
        )
      }),
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = hidesPixels() ? null : canvas.getContext('2d')
  if (!context) throw new Error('the browser provides no 2D canvas')
  return context
}

/**
 * Renders an SVG component to an image. An SVG image has no access to the style sheet and fonts of the page: colours
 * are inlined, and texts are returned for the canvas to draw.
 */
async function pictureOf(drawing: ReactElement) {
  const holder = document.createElement('div')
  holder.hidden = true
  document.body.append(holder)
  const root = createRoot(holder)
  try {
    flushSync(() => root.render(drawing))
    const svg = holder.querySelector('svg')
    if (!svg) throw new Error('only an SVG can be drawn')
    const box = svg.viewBox.baseVal
    for (const element of svg.querySelectorAll<SVGElement>('[class]')) {
      const { fill, stroke } = getComputedStyle(element)
      element.setAttribute('fill', fill)
      element.setAttribute('stroke', stroke)
    }
    const texts = Array.from(svg.querySelectorAll('text'), (text) => {
      text.remove()
      const at = (name: string) => Number(text.getAttribute(name))
      return {
        words: text.textContent,
        x: at('x'),
        y: at('y'),
        px: Number.parseFloat(text.style.fontSize),
        color: text.getAttribute('fill') ?? '',
      }
    })
    svg.removeAttribute('class')
    svg.setAttribute('width', String(box.width * CRISP))
    svg.setAttribute('height', String(box.height * CRISP))
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
    await image.decode()
    return { image, texts, box: { width: box.width, height: box.height } }
  } finally {
    root.unmount()
    holder.remove()
  }
}

/** Pixels per SVG unit: some browsers scale the rasterised image instead of the vectors. */
const CRISP = 4
