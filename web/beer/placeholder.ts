/** Shape, initials and colours of the generated picture. The same beer always gets the same picture. */
import type { Beer } from '#contracts'

type Drawn = Pick<Beer, 'name' | 'brewery' | 'style'>

export interface Livery {
  /** Gradient of the body, and the ink on it. */
  light: string
  dark: string
  ink: string
}

/** Colours that look good in amber light. */
export const LIVERIES: readonly Livery[] = [
  { light: '#e9b44c', dark: '#9a5a14', ink: '#3a1f06' },
  { light: '#4a2d20', dark: '#160b07', ink: '#ffe9bd' },
  { light: '#277a74', dark: '#0d2f2e', ink: '#ffe9bd' },
  { light: '#c2543a', dark: '#5b1a12', ink: '#ffeccc' },
  { light: '#f0cf62', dark: '#b98a22', ink: '#3a2406' },
  { light: '#3c5a8c', dark: '#141f3a', ink: '#ffe9bd' },
  { light: '#5f7d3a', dark: '#22310f', ink: '#fff1cf' },
  { light: '#7b3b5c', dark: '#2b1120', ink: '#ffe6d0' },
  { light: '#d97a2b', dark: '#6d3009', ink: '#fff0d2' },
  { light: '#e8dcc0', dark: '#a08f6a', ink: '#3a2a14' },
  { light: '#46525a', dark: '#161c20', ink: '#ffe9bd' },
  { light: '#b3303a', dark: '#4a0c14', ink: '#ffeccc' },
]

/** A bottle when the style contains 'wine' or 'sour' or the name contains 'bottle', otherwise a can. */
export function shapeOf({ name, style }: Drawn): 'bottle' | 'can' {
  const styleWords = (style ?? '').toLowerCase()
  const isBottle = styleWords.includes('wine') || styleWords.includes('sour') || name.toLowerCase().includes('bottle')
  return isBottle ? 'bottle' : 'can'
}

/** Up to three initials of the brewery, or of the beer if the brewery is unknown. */
export function initialsOf({ name, brewery }: Drawn): string {
  const words = (brewery || name).match(/[\p{L}\p{N}]+/gu) ?? []
  const initials = words.slice(0, 3).map((word) => [...word.toLocaleUpperCase('en')][0] ?? '')
  return initials.join('') || 'BG'
}

export function liveryOf({ name, brewery }: Drawn): Livery {
  const livery = LIVERIES[hashOf(`${name}|${brewery ?? ''}`) % LIVERIES.length]
  if (!livery) throw new Error('there are no liveries')
  return livery
}

/** FNV-1a, 32 bit. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
