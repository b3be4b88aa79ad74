import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import type { MenuItem } from './menu-items.ts'
import { printedOf } from './printed-item.ts'

const breweries = ['Moorhen', 'Quillfeather', 'Weissgänsefuss', 'Trautmann', "Harrow's", 'FinchDog'].map(
  (name, index) => ({
    id: index + 1,
    name,
    aliases: [],
    country: 'Nowhere',
  }),
)
const catalogue = openCatalogue({ version: 1, breweries, beers: [] }, loadShipped())

function anItem(name: string): MenuItem {
  return {
    name,
    brewedBy: null,
    details: [],
    facts: { abv: null, ibu: null, price: null, size: null },
    section: null,
    sectionKind: 'beer',
    labelled: false,
    bulleted: false,
    confidence: 0.97,
    rows: [],
  }
}

test.each([
  ['moorhen stout', 'stout'],
  ['Moorhen: Saison', 'Saison'],
  ['FinchDog Quiet Evening', 'Quiet Evening'],
  ['FinchDog 1664', '1664'],
  ['Moorhen 0.0', 'Moorhen 0.0'],
  ['Quillfeather - Session IPA', 'Session IPA'],
  ['Weißgänsefuß Sommerbier', 'Sommerbier'],
])('removes the brewery from the name %j', (printed, name) => {
  expect(printedOf(catalogue, anItem(printed)).name).toBe(name)
})

test.each([
  ['Quiet Dunkles a, c', 'Quiet Dunkles'],
  ['Quiet Helles A1,C', 'Quiet Helles'],
  ['Quiet Helles a,1', 'Quiet Helles'],
  ['Karhu A', 'Karhu A'],
  ['Quiet Nights A, Bee', 'Quiet Nights A, Bee'],
  ['Rochus 6, 8', 'Rochus 6, 8'],
])('removes the codes of allergens from the name %j', (printed, name) => {
  expect(printedOf(catalogue, anItem(printed)).name).toBe(name)
})

test.each([
  ['Quiet Stout | Moorhen', 'Quiet Stout', 'Moorhen'],
  ['Quiet Stout - FinchDog', 'Quiet Stout', 'FinchDog'],
  ['Moorhen | Quiet Stout | Stout', 'Quiet Stout', 'Moorhen'],
  ['Cloud Nine | Little Alder Brewery', 'Cloud Nine', 'Little Alder Brewery'],
  ['Little Alder Brewery · Cloud Nine', 'Cloud Nine', 'Little Alder Brewery'],
  ['Quiet Stout, Moorhen, Portland, OR', 'Quiet Stout', 'Moorhen'],
  ['Quiet Stout, Portland, OR', 'Quiet Stout', null],
  ['Quiet Stout - Bristol, UK', 'Quiet Stout', null],
  ['Quiet Stout | Belgium', 'Quiet Stout', null],
  ['MoorhenQuiet Stout', 'Quiet Stout', 'Moorhen'],
  ['Quiet Night / Moorhen / Stout', 'Quiet Night', 'Moorhen'],
  ['Quiet Night - Moorhen - Stout', 'Quiet Night', 'Moorhen'],
  ['Quiet Night: Stout Portland, OR.', 'Quiet Night', null],
  ['Quiet Night Pale Ale: Seattle, WA.', 'Quiet Night Pale Ale', null],
  ['Moorhen: Quiet Stout, Oregon', 'Quiet Stout', 'Moorhen'],
  ['Tripel: Quartzjubel, Ghent, BEL', 'Quartzjubel', null],
  ['Little Alder Brewing Quiet Pale Ale: Seattle, WA', 'Little Alder Brewing Quiet Pale Ale', null],
  ['Little Alder Brewing Co., Cloud Nine', 'Cloud Nine', 'Little Alder Brewing Co.'],
  ['Quiet Night - Smoked Porter - Moorhen, Bakewell, ENG', 'Quiet Night', 'Moorhen'],
  ['Quiet Night - Smoked Porter - Moorhen, Bakewell, ENG -', 'Quiet Night', 'Moorhen'],
  ['Quiet Night - Maibock - Iron Alders, Fairfax, CA', 'Quiet Night', 'Iron Alders'],
  ['Quiet Night: the long one', 'Quiet Night: the long one', null],
  ['Salt, Lemon', 'Salt, Lemon', null],
])('finds name and brewery among the fields of %j', (printed, name, brewery) => {
  expect(printedOf(catalogue, anItem(printed))).toMatchObject({ name, brewery })
})

test.each([
  ['MAINSTAY BOWLINE', 'Mainstay Bowline'],
  ["MOORHEN'S NEST IPA", 'Nest IPA'],
  ['KBS', 'KBS'],
  ['Bourbon County', 'Bourbon County'],
  ['KBS Espresso', 'KBS Espresso'],
  ['NarrowGate ImperialIPA', 'Narrow Gate Imperial IPA'],
  ['Quiet Night 805Blonde Ale', 'Quiet Night 805 Blonde Ale'],
  ["Quiet Keith'sIPA", "Quiet Keith's IPA"],
  ['2SPUPSOUT', '2spupsout'],
])('writes the name %j as %j', (printed, name) => {
  expect(printedOf(catalogue, { ...anItem(printed), details: ['Moorhen'] }).name).toBe(name)
})

test.each(["'", '’', '‘', '`'])('removes a brewery that is printed with %s as apostrophe', (apostrophe) => {
  const item = anItem(`Harrow${apostrophe}s Secret Stout`)
  expect(printedOf(catalogue, item)).toMatchObject({ brewery: "Harrow's", name: 'Secret Stout' })
})

test.each(['Moorhen’s Sour', 'Moorhen‘s Sour', "MOORHEN'S Sour", 'Moorhens Sour'])(
  'removes the genitive of %j',
  (printed) => {
    expect(printedOf(catalogue, { ...anItem(printed), details: ['Moorhen'] }).name).toBe('Sour')
  },
)

test('keeps a name that begins with a longer word than the brewery', () => {
  const item = { ...anItem('Trautmannsdorf Pils'), details: ['Trautmann'] }
  expect(printedOf(catalogue, item)).toMatchObject({ brewery: 'Trautmann', name: 'Trautmannsdorf Pils' })
})

test.each([
  ['HughHeiferMilkStout', [], 'Milk Stout'],
  ['Quiet Night 805Blonde Ale', [], 'Blonde Ale'],
  ['Gose', ['a tart German wheat ale with salt'], 'Gose'],
  ['Quiet Stout', ['a silky imperial stout'], 'Imperial Stout'],
  ['Quiet Night', ['a tart German wheat ale'], 'Wheat Beer'],
  ['Quiet Milk Stout', ['a nitro stout with chocolate'], 'Milk Stout'],
  ['Quiet Night IPA', ['(special early release)'], 'IPA'],
  ['Quiet Night Blonde', ['honey beer, Moorhen, Bristol'], 'Honey Beer'],
  ['Tripel: Quartzjubel', [], 'Tripel'],
])('reads the style of %j over %j', (name, details, style) => {
  const item = { ...anItem(name), details: [...details], section: 'PILSNERS' }
  expect(printedOf(catalogue, item).style).toBe(style)
})

test('reads no style from a word of the name that its strength contradicts', () => {
  const item = anItem('Flittermouse Single Nugget')
  expect(printedOf(catalogue, { ...item, facts: { ...item.facts, abv: 8 } }).style).toBeNull()
  expect(printedOf(catalogue, { ...item, facts: { ...item.facts, abv: 4.8 } }).style).toBe('Table Beer')
})
