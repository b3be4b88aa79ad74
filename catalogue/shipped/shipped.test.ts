import { describe, expect, it } from 'vitest'
import { SearchIndex } from '../search/search-index.ts'
import { translatedStyleNames } from '../styles/style-names.ts'
import { foldedWords } from '../text/folded-words.ts'
import { FLOORS } from './check-data.ts'
import { compileLexicons, compileShipped, loadShipped, openLexicons, openShipped } from './shipped.ts'

const shipped = loadShipped()

describe('the shipped catalogue', () => {
  it('survives compiling and opening unchanged', () => {
    expect(openShipped(compileShipped(shipped))).toEqual(shipped)
  })

  it('gives its lexicons alone', () => {
    const { styles, lexicon } = shipped
    expect(openLexicons(compileLexicons(shipped))).toEqual({ styles, lexicon })
  })

  it('rejects text that it did not compile', () => {
    expect(() => openShipped('{"beers":[]}')).toThrow()
    expect(() => openLexicons('{"styles":[]}')).toThrow()
  })

  it('gives every beer an existing brewery, an existing style and a unique key', () => {
    const breweries = new Set(shipped.breweries.map(({ key }) => key))
    const styles = new Set(shipped.styles.map(({ name }) => name))
    for (const beer of shipped.beers) {
      expect(breweries).toContain(beer.breweryKey)
      expect(styles).toContain(beer.style)
    }
    expect(new Set(shipped.beers.map(({ key }) => key)).size).toBe(shipped.beers.length)
    expect(breweries.size).toBe(shipped.breweries.length)
  })

  it('lists no brewery in the lexicon that has beers', () => {
    const listed = new Set(shipped.breweries.map(({ name, country }) => `${country} ${name}`))
    expect(shipped.lexicon.breweries.length).toBeGreaterThan(FLOORS.moreBreweryNames)
    for (const { name, country } of shipped.lexicon.breweries) expect(listed).not.toContain(`${country} ${name}`)
  })

  it.each([
    ['ギネス', 'Guinness Draught'],
    ['ハイネケンビール', 'Heineken'],
    ['ピルスナーウルケル', 'Pilsner Urquell'],
    ['シメイ・ブルー', 'Chimay Bleue'],
    ['ギネス スタウト', 'Guinness Draught'],
    ['百威啤酒', 'Budweiser'],
    ['羅斯福10', 'Rochefort 10'],
    ['코젤 다크', 'Velkopopovický Kozel Černý'],
    ['Гиннесс', 'Guinness Draught'],
    ['пиво Карлсберг', 'Carlsberg Pilsner'],
    ['Χάινεκεν', 'Heineken'],
    ['guinness beer', 'Guinness Draught'],
    ['paulaner bier', 'Paulaner Hefe-Weißbier Naturtrüb'],
  ])('is searched for %s as it is called there', (query, name) => {
    const [id] = names().find(foldedWords(query), { beers: 1, breweries: 1 }).beers
    expect(shipped.beers[id ?? -1]?.name).toBe(name)
  })

  it('is searched for styles as they are called in every language of the app', () => {
    const brewed = new Set(shipped.beers.map(({ style }) => style))
    const called = shipped.styles.flatMap(({ name }) =>
      brewed.has(name) ? translatedStyleNames(name).map((translation) => ({ name, translation })) : [],
    )
    const missed = called.filter(({ name, translation }) => {
      const { beers } = names().find(foldedWords(translation), { beers: 10, breweries: 1 })
      return !beers.some((id) => shipped.beers[id]?.style === name)
    })
    expect(called.length).toBeGreaterThan(400)
    // 481 of 489, and 181 by the English names alone. 'Rauchbier' and 'Weizenbier' also name other styles, and many beers.
    expect(missed.length, JSON.stringify(missed)).toBeLessThan(0.03 * called.length)
  })
})

let index: SearchIndex | undefined
function names(): SearchIndex {
  if (index) return index
  index = new SearchIndex(shipped.styles.map((style) => ({ ...style, translations: translatedStyleNames(style.name) })))
  const breweryIds = new Map(shipped.breweries.map(({ key }, id) => [key, id]))
  for (const [id, { name, aliases }] of shipped.breweries.entries())
    index.putBrewery({ id, names: [name, ...aliases], address: { city: null, state: null, country: null } })
  for (const [id, { name, aliases, breweryKey, popularity, style }] of shipped.beers.entries()) {
    const breweryId = breweryIds.get(breweryKey) ?? null
    index.putBeer({ id, breweryId, names: [name, ...aliases], popularity, style })
  }
  return index
}
