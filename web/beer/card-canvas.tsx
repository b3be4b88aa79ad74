/**
 * A canvas for pictures of our own: words in the fonts of the pages, the drawings that the pages show, and the colours of
 * the theme the page is in.
 */
import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type FittedText, fitText } from './fit-text.ts'

/** How words look: the three faces of the pages. */
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

/** A canvas of this size. @throws when the browser gives none. */
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

    /** Loads what the words need of the fonts: each script comes in a file of its own. */
    async loadFonts(words: string): Promise<void> {
      const faces = Object.keys(FACES) as Face[]
      // Without its file, a face is drawn in the next font of its family.
      await Promise.allSettled(faces.map((face) => document.fonts.load(fontOf(face, 40), words)))
    },

    /** One line; `x` and `y` are where its baseline begins, or what `align` says. */
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

    /** Draws an SVG component as large as fits the frame, in its middle. */
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
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas to draw on')
  return context
}

/**
 * An SVG component as a picture. A picture knows neither the style sheet nor the fonts of its page: colours are written
 * into it, and its words are handed back to be drawn by the canvas.
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

/** Pixels per unit of a drawing; some browsers scale the pixels of an SVG picture, not its lines. */
const CRISP = 4
