import { describe, expect, it } from 'vitest'
import { loadShipped } from '#catalogue/shipped'
import { styleOfUntappd, UNTAPPD_STYLES } from './untappd-styles.ts'

const styles = new Map(loadShipped().styles.map((style) => [style.name, style]))

describe('the style names of Untappd', () => {
  it.each([
    ['Stout - American Imperial / Double', 'Imperial Stout'],
    ['Stout - Imperial / Double', 'Imperial Stout'],
    ['Stout - Imperial / Double Milk', 'Imperial Stout'],
    ['Stout - Russian Imperial', 'Imperial Stout'],
    ['Stout - American', 'American Stout'],
    ['Stout - Foreign / Export', 'Foreign Extra Stout'],
    ['Porter - Imperial / Double Baltic', 'Baltic Porter'],
    ['Porter - Imperial / Double Coffee', 'Imperial Porter'],
    ['IPA - Imperial / Double New England / Hazy', 'Hazy Double IPA'],
    ['IPA - Imperial / Double Black', 'Double Black IPA'],
    ['IPA - Black / Cascadian Dark Ale', 'Black IPA'],
    ['IPA - Triple New England / Hazy', 'Triple IPA'],
    ['Pale Ale - New England / Hazy', 'Hazy Pale Ale'],
    ['Red Ale - Imperial / Double', 'Imperial Red Ale'],
    ['Red Ale - American Amber / Red', 'Amber Ale'],
    ['Bock - Hell / Maibock / Lentebock', 'Maibock'],
    ['Bock - Weizendoppelbock', 'Weizenbock'],
    ['Lager - Dortmunder / Export', 'Dortmunder Export'],
    ['Lager - Tmavé (Czech Dark)', 'Czech Dark Lager'],
    ['Lager - IPL (India Pale Lager)', 'India Pale Lager'],
    ['Wheat Beer - Witbier / Blanche', 'Witbier'],
    ['Belgian Enkel / Patersbier', 'Belgian Single'],
    ['Farmhouse Ale - Bière de Mars', 'Farmhouse Ale'],
    ['Sour - Smoothie / Pastry', 'Smoothie Sour'],
    ['Sour - Fruited Gose', 'Fruited Gose'],
    ['Non-Alcoholic Beer - Porter / Stout', 'Alcohol-Free Stout'],
    ['Shandy / Radler', 'Radler'],
    ['  stout -  imperial / double ', 'Imperial Stout'],
  ])('%s is %s', (name, style) => expect(styleOfUntappd(name)).toBe(style))

  it('are all known', () => {
    expect(UNTAPPD_STYLES.size).toBeGreaterThanOrEqual(250)
    const unknown = [...UNTAPPD_STYLES].filter(([, style]) => !styles.has(style))
    expect(unknown).toEqual([])
  })

  it('that say double or imperial mean a strong style', () => {
    const strong = [...UNTAPPD_STYLES].filter(([name]) => /imperial|double|triple|quadruple/u.test(name))
    const weak = strong.filter(([, style]) => (styles.get(style)?.abv?.[1] ?? 0) < 8)
    expect(weak).toEqual([])
  })

  it('keep the family they name', () => {
    const families: [RegExp, RegExp][] = [
      [/^stout/u, /Stout/u],
      [/^porter/u, /Porter/u],
      [/^ipa/u, /IPA|Pale Ale|Red Ale/u],
      [/^lager|^pilsner/u, /Lager|Bock/u],
      [/^bock/u, /Bock|Wheat/u],
      [/^sour|^lambic/u, /Lambic and Sour/u],
      [/^farmhouse/u, /Farmhouse|Belgian/u],
      [/^non-alcoholic/u, /Alcohol-Free/u],
      [/^cider|^mead/u, /Not Beer/u],
    ]
    const strangers = [...UNTAPPD_STYLES].filter(([name, style]) =>
      families.some(([start, family]) => start.test(name) && !family.test(styles.get(style)?.family ?? '')),
    )
    expect(strangers).toEqual([])
  })

  it('that nobody has listed are not known', () => expect(styleOfUntappd('Moon Beer')).toBeUndefined())
})
