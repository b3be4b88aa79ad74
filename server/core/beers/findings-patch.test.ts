import { describe, expect, it } from 'vitest'
import { aShippedBeer, aShippedBrewery } from '#testing/shipped-entries.ts'
import { changesOf } from './findings-patch.ts'
import type { UserFindings } from './user-findings.ts'

const style = {
  name: 'Stout',
  family: 'Stout',
  aliases: [],
  abv: null,
  ibu: null,
  srm: null,
  srmRange: null,
  description: null,
  prior: null,
}
const shipped = {
  breweries: [
    aShippedBrewery({ key: 'wales/mill-lane', name: 'Mill Lane', aliases: ['The Mill', 'Old Mill'] }),
    aShippedBrewery({ key: 'wales/old-mill', name: 'Old Mill' }),
  ],
  beers: [
    aShippedBeer({
      key: 'wales/mill-lane/dusk',
      breweryKey: 'wales/mill-lane',
      name: 'Dusk',
      aliases: ['Late'],
      style: 'Mild',
      abv: 3.5,
      source: 'label',
      checked: '2025-01',
    }),
  ],
  styles: [style, { ...style, name: 'Mild' }],
  servings: [],
  lexicon: { breweries: [], otherDrinks: [] },
}

type Suggested = UserFindings['corrections'][number]['suggested'][number]
const NOTHING = { name: null, brewery: null, style: null, abv: null, ibu: null, isRetired: false, note: null }

const suggesting = (...suggested: Partial<Suggested>[]) =>
  changesOf(
    {
      corrections: [
        {
          key: 'wales/mill-lane/dusk',
          beer: 'Mill Lane: Dusk',
          suggested: suggested.map((one) => ({ ...NOTHING, ...one })),
        },
      ],
      unlisted: [],
    },
    shipped,
    '2026-11',
  )

const found = (given: Partial<UserFindings['unlisted'][number]>) =>
  changesOf(
    {
      corrections: [],
      unlisted: [{ name: 'Dawn', brewery: 'The Mill', style: 'stout', abv: 5, ibu: null, users: 3, ...given }],
    },
    shipped,
    '2026-11',
  )

describe('suggested corrections', () => {
  it('become the change that most people want', () => {
    const { changes, remarks } = suggesting({ abv: 4 }, { abv: 3.8, style: 'STOUT' }, { abv: 3.8 })
    expect(changes).toEqual([
      {
        kind: 'beer',
        key: 'wales/mill-lane/dusk',
        set: { style: 'Stout', abv: 3.8, source: 'label', checked: '2026-11' },
        why: ['wales/mill-lane/dusk: style Mild -> STOUT (1 of 3)', 'wales/mill-lane/dusk: abv 3.5 -> 3.8 (2 of 3)'],
      },
    ])
    expect(remarks).toEqual([])
  })

  it('take the mark of a check from a figure that a single person changes', () => {
    const [change] = suggesting({ abv: 4 }).changes
    expect(change).toMatchObject({ set: { abv: 4, source: undefined, checked: undefined } })
    expect(change).toHaveProperty('set.source')
  })

  it.each([
    ['strength', { abv: 9.9 }, { ibu: 33 }],
    ['bitterness', { ibu: 33 }, { abv: 9.9 }],
  ])('are not marked as read on the label when one person alone suggests the %s', (_, alone, agreed) => {
    const [change] = suggesting(alone, agreed, agreed).changes
    expect(change).toMatchObject({ set: { abv: 9.9, ibu: 33, source: undefined, checked: undefined } })
    expect(change).toHaveProperty('set.source')
  })

  it('keep the key of a beer that is renamed', () => {
    expect(suggesting({ name: 'Twilight' }).changes).toMatchObject([{ set: { name: 'Twilight', id: 'dusk' } }])
  })

  it('retire a beer', () => {
    expect(suggesting({ isRetired: true }).changes).toMatchObject([{ set: { status: 'retired' } }])
  })

  it('are remarks where no line of a file can say them', () => {
    const { changes, remarks } = suggesting({ brewery: 'Old Mill', style: 'Unheard', note: 'Moved in May.' })
    expect(changes).toEqual([])
    expect(remarks).toEqual([
      'wales/mill-lane/dusk: style Unheard is not in styles.yaml (1 of 1)',
      'wales/mill-lane/dusk: brewery Old Mill (1 of 1); move the entry by hand',
      '  note on Mill Lane: Dusk: Moved in May.',
    ])
  })

  it('change nothing that the data already say', () => {
    expect(suggesting({ name: 'Dusk', abv: 3.5, style: 'mild' })).toEqual({ changes: [], remarks: [] })
  })
})

describe('unlisted beers of several users', () => {
  it('join their brewery, by any of its names', () => {
    expect(found({}).changes).toEqual([
      {
        kind: 'new beer',
        breweryKey: 'wales/mill-lane',
        fields: { name: 'Dawn', style: 'Stout', abv: 5 },
        why: ['The Mill: Dawn, found by 3 people'],
      },
    ])
  })

  it.each([
    ['of an unknown brewery', { brewery: 'Elsewhere' }, 'its brewery is not in the data files'],
    ['of a name that two breweries have', { brewery: 'Old Mill' }, 'its brewery is not in the data files'],
    ['without a style', { style: null }, 'its style is unknown'],
    ['of a name that the brewery has a beer of', { name: 'dusk' }, 'a beer of this name, but not of 5 %'],
    ['of another name of such a beer', { name: 'Late' }, 'a beer of this name, but not of 5 %'],
  ])('%s are remarks', (_, given, remark) => {
    const { changes, remarks } = found(given)
    expect(changes).toEqual([])
    expect(remarks.join()).toContain(remark)
  })
})
