/** What a page shows that it should not: looked for in the page itself, told in words that name the element. */
import type { Page } from '@playwright/test'

/** Elements that make the page wider than its window. */
export async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth + 1 && one.children.length === 0,
    )
    return [
      `the page is ${scrollWidth} px wide in a window of ${clientWidth}`,
      ...wide.slice(0, 3).map((one) => `${one.tagName.toLowerCase()} "${one.textContent?.slice(0, 40)}"`),
    ]
  })
}

/**
 * Text that is cut off where nothing says so: an element that clips what is larger than itself, or text that lies outside
 * of a box that clips. An ellipsis says so; what is for screen readers alone is not seen anyway.
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
        // What scrolls, and a picture that a finger pushes about, can be reached.
        const isReachable = /auto|scroll/.test(style.overflowX + style.overflowY) || style.touchAction.includes('pan')
        const isForEars = style.clipPath !== 'none' || (style.position === 'absolute' && box.clientWidth <= 1)
        if (isEllipsis || isForEars || isReachable) break
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        const isCutSideways = clips(style.overflowX) && (text.right > right + 2 || text.left < left - 2)
        const isCutBelow = clips(style.overflowY) && (text.bottom > bottom + 2 || text.top < top - 2)
        if (isCutSideways || isCutBelow) {
          found.push(`"${words.slice(0, 50)}" is cut by ${box.tagName.toLowerCase()}.${box.className}`.slice(0, 200))
          break
        }
        if (style.position === 'fixed') break
      }
    }
    return found
  })
}

/** Buttons and links of their own (not within running text) that a thumb can miss: under 44 px (24 where they stand in a row). */
export async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST_PX = 24
    return [...document.querySelectorAll('button, a, input, select')].flatMap((one) => {
      if (!one.checkVisibility() || one.closest('[hidden], .sr-only')) return []
      const { width, height } = one.getBoundingClientRect()
      if (width === 0 || (width >= LEAST_PX && height >= LEAST_PX)) return []
      // A link whose whole card is its target, and one within a line of text.
      const isStretched = getComputedStyle(one, '::after').position === 'absolute'
      const isInLine = getComputedStyle(one).display === 'inline'
      // The whole line of a labelled box is its target.
      const isLabelled = one.closest('label') !== null
      if (isStretched || isInLine || isLabelled) return []
      return [
        `${one.tagName.toLowerCase()} "${one.textContent?.trim() || one.getAttribute('aria-label')}" ${Math.round(width)}x${Math.round(height)}`,
      ]
    })
  })
}
