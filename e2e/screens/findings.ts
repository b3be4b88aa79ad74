/** Layout problems of a page, described by the element that has them. */
import type { Page } from '@playwright/test'

/** Elements that make the page scroll sideways, and sheets that do. */
export async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const sheets = [...document.querySelectorAll('[role="dialog"] .overflow-y-auto')]
      .filter((sheet) => sheet.scrollWidth > sheet.clientWidth + 1)
      .map(
        (sheet) =>
          `a sheet is ${sheet.scrollWidth} px wide in ${sheet.clientWidth}: "${sheet.textContent?.slice(0, 40)}"`,
      )
    if (scrollWidth <= clientWidth) return sheets
    const wide = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth + 1 && one.children.length === 0,
    )
    return [
      ...sheets,
      `the page is ${scrollWidth} px wide in a window of ${clientWidth}`,
      ...wide.slice(0, 3).map((one) => `${one.tagName.toLowerCase()} "${one.textContent?.slice(0, 40)}"`),
    ]
  })
}

/**
 * Text that an element clips without an ellipsis. Skips text for screen readers, and what scrolling or panning can reach.
 */
export async function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? ''
      const holder = node.parentElement
      if (words === '' || !holder || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      if (text.width === 0) continue
      for (let box: Element | null = holder; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        const isEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        const isReachable = /auto|scroll/.test(style.overflowX + style.overflowY) || style.touchAction.includes('pan')
        const isScreenReaderOnly = style.clipPath !== 'none' || (style.position === 'absolute' && box.clientWidth <= 1)
        if (isEllipsis || isScreenReaderOnly || isReachable) break
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        const isCutSideways = clips(style.overflowX) && (text.right > right + 2 || text.left < left - 2)
        const isCutBelow = clips(style.overflowY) && (text.bottom > bottom + 2 || text.top < top - 2)
        if (isCutSideways || isCutBelow) {
          found.push(
            `"${words.slice(0, 50)}" is clipped by ${box.tagName.toLowerCase()}.${box.className}`.slice(0, 200),
          )
          break
        }
        if (style.position === 'fixed') break
      }
    }
    return found
  })
}

/** Headings with a word that is broken although a line of its own would hold it. Japanese and Chinese break between any two letters. */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LONG = 20
    const SPACED_WORD = /(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])\p{L})+/gu
    const found: string[] = []
    for (const heading of document.querySelectorAll('h1, h2, h3')) {
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(SPACED_WORD)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (word.length < LONG && lines.size > 1) found.push(`"${word}" is broken`)
        }
      }
    }
    return found
  })
}

/** Text that leaves the circle or card that it is in. */
export async function outOfBox(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? ''
      const holder = node.parentElement
      if (words === '' || !holder || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      for (let box: Element | null = holder; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        const { position, borderTopLeftRadius: radius, backgroundColor, backgroundImage, borderTopWidth } = style
        if (style.clipPath !== 'none' || (position === 'absolute' && box.clientWidth <= 1)) break
        if (style.overflowX !== 'visible') break
        const isPainted = !/, 0\)$|^transparent$/.test(backgroundColor) || backgroundImage !== 'none'
        if (radius === '0px' || !(isPainted || borderTopWidth !== '0px')) continue
        const { left, right, top, bottom } = box.getBoundingClientRect()
        // The line of a font may be taller than its letters.
        const slack = 4
        if (text.right > right + 1 || text.left < left - 1 || text.bottom > bottom + slack || text.top < top - slack)
          found.push(`"${words.slice(0, 50)}" leaves ${box.tagName.toLowerCase()}.${box.className}`.slice(0, 160))
        break
      }
    }
    return found
  })
}

/** Buttons and links smaller than 24 px, in the rows of lists smaller than 44 px, except links in running text. */
export async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MIN_PX = 24
    const MIN_IN_ROW_PX = 44
    return [...document.querySelectorAll('button, a, input, select')].flatMap((one) => {
      if (!one.checkVisibility() || one.closest('[hidden], .sr-only')) return []
      const { width, height } = one.getBoundingClientRect()
      const isInRow = one.closest('article') !== null
      if (width === 0 || (width >= MIN_PX && height >= (isInRow ? MIN_IN_ROW_PX : MIN_PX) - 0.5)) return []
      // A link stretched over its card, and a link in running text.
      const isStretched = getComputedStyle(one, '::after').position === 'absolute'
      const isInLine = getComputedStyle(one).display === 'inline'
      // The label is the target of a labelled input.
      const isLabelled = one.closest('label') !== null
      if (isStretched || isInLine || isLabelled) return []
      return [
        `${one.tagName.toLowerCase()} "${one.textContent?.trim() || one.getAttribute('aria-label')}" ${Math.round(width)}x${Math.round(height)}`,
      ]
    })
  })
}
