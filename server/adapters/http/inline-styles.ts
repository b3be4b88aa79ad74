/** The `<style>` elements of a page as sources of its content security policy, so that no others are applied. */
import { createHash } from 'node:crypto'

const STYLE_ELEMENT = /<style>([^<]*)<\/style>/gu

/** @throws Error for a page with other inline styles, which the policy would refuse */
export function inlineStyleSources(html: string): string[] {
  const styles = [...html.matchAll(STYLE_ELEMENT)].map(([, css = '']) => css)
  if (/<style|\sstyle=/u.test(html.replaceAll(STYLE_ELEMENT, ''))) throw new Error('the page has other inline styles')
  return styles.map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`)
}
