import { describe, expect, it } from 'vitest'
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
})
