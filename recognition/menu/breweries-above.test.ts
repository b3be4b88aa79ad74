import { describe, expect, it } from 'vitest'
import { type Printed, sightingsFor } from './printed-menu.fixture.ts'

/** Each text in a row of its own, the first as a heading. */
const printed = (rows: readonly string[]): Printed[] =>
  rows.map((text, index) => [text, 10, 4 + index * 4, index === 0 ? 3 : 2])

const sightingsBelow = (rows: readonly string[]) => {
  const sightings = sightingsFor(printed(['BEERS', ...rows]))
  return sightings.map(({ printed: { name, brewery, abv } }) => [name, brewery, abv])
}

describe('the rows above beers', () => {
  it('are their breweries where several known ones are, also those that nobody knows', () => {
    const known = ['Kwispel', 'Quiet Night 8.1%', 'Range', 'Fresh Wind 5.5%', 'Kwispel', 'Old Friend 5%']
    expect(sightingsBelow([...known, 'Zwartgans', 'Pilsner 4.8%'])).toEqual([
      ['Quiet Night', 'Brouwerij Kwispel', 8.1],
      ['Fresh Wind', 'Moorhen Range Brewing', 5.5],
      ['Old Friend', 'Brouwerij Kwispel', 5],
      ['Pilsner', 'Zwartgans', 4.8],
    ])
  })

  it('are names over their styles and numbers elsewhere', () => {
    const rows = [
      'Zwartgans',
      'Porter 6%',
      'Quillfeather',
      'Stout 8%',
      'Kwispel',
      'Helles 5%',
      'Oude Gans',
      'Dubbel 7%',
    ]
    expect(sightingsBelow(rows).map(([name]) => name)).toEqual(['Zwartgans', 'Quillfeather', 'Kwispel', 'Oude Gans'])
  })

  it('are no breweries of theirs where they are printed below beers', () => {
    const rows = ['Quiet Night 8.1%', 'Kwispel', 'Fresh Wind 5.5%', 'Range', 'Old Friend 5%', 'Zwartgans Brewing']
    const below = [...rows, 'Late Hour 4.8%', 'Kwispel']
    expect(
      sightingsBelow(below)
        .slice(1)
        .map(([, brewery]) => brewery),
    ).not.toContain('Brouwerij Kwispel')
  })

  it('are names with their breweries over their styles and towns', () => {
    const rows = [
      'Zwartgans Brewing Nacht',
      'Porter, Bristol 6%',
      'Gans Brewing Ochtend',
      'Stout, Bath 8%',
      'Veer Brewing Middag',
      'Helles, Leeds 5%',
    ]
    expect(sightingsBelow(rows).map(([, brewery]) => brewery)).not.toContain('Zwartgans Brewing Nacht')
  })

  it('are breweries of all beers below those set like headings', () => {
    const sections = [
      ['Kwispel', 'Quiet Night 8.1%', 'Late Hour 4.8%'],
      ['Range', 'Fresh Wind 5.5%', 'Early Hour 4.7%'],
      ['Kwispel', 'Old Friend 5%', 'Young Friend 5.2%'],
    ]
    const rows = sections.flatMap((texts, section) =>
      texts.map((text, index): Printed => [text, 10, 10 + section * 18 + index * 4, index === 0 ? 3 : 2]),
    )
    expect(
      sightingsFor([['BEERS', 10, 3, 4], ...rows]).map(({ printed: { name, brewery } }) => [name, brewery]),
    ).toEqual([
      ['Quiet Night', 'Brouwerij Kwispel'],
      ['Late Hour', 'Brouwerij Kwispel'],
      ['Fresh Wind', 'Moorhen Range Brewing'],
      ['Early Hour', 'Moorhen Range Brewing'],
      ['Old Friend', 'Brouwerij Kwispel'],
      ['Young Friend', 'Brouwerij Kwispel'],
    ])
  })
})
