import { expect, test } from 'vitest'
import { type Printed, sightingsFor } from './printed-menu.fixture.ts'

const NAMES = ['Kwispel Tripel', 'Kwispel Dubbel', 'Harbour Lantern', 'Harbour Beacon', 'Zwartgans Stout']
const ABVS = ['8.4', '6.8', '6.1', '5.4', '7.2']

const printed = (rows: readonly Printed[]) =>
  sightingsFor([['BEERS', 10, 4, 3], ...rows]).map(({ printed: { name, abv, price } }) => [name, abv, price])
const listed = (ends: readonly string[]) => NAMES.map((name, at): Printed => [`${name} ${ends[at]}`, 10, 10 + at * 5])

test('takes bare decimals for ABVs where the beers that are known have them', () => {
  const abvs = NAMES.map((name, at) => [name, Number(ABVS[at]), null])
  expect(printed(listed(ABVS))).toEqual(abvs)
  expect(printed(listed(ABVS.map((abv) => `(${abv})`)))).toEqual(abvs)
  expect(printed(listed(ABVS.map((abv) => `${abv} €5,00`)))).toEqual(abvs.map(([name, abv]) => [name, abv, '€5,00']))
  const beside = ABVS.map((abv, at): Printed => [abv, 70, 10 + at * 5])
  expect(printed([...NAMES.map((name, at): Printed => [name, 10, 10 + at * 5]), ...beside])).toEqual(abvs)
})

test('takes them for prices where the beers that are known have other ABVs', () => {
  const prices = ['4.9', '4.6', '3,8', '4.2', '5.6']
  expect(printed(listed(prices))).toEqual(NAMES.map((name, at) => [name, null, prices[at]]))
})

test('leaves them where too few beers are known, some agree and some do not, or two stand side by side', () => {
  expect(printed(listed(ABVS).slice(0, 2))).toEqual([
    ['Kwispel Tripel 8.4', null, null],
    ['Kwispel Dubbel 6.8', null, null],
  ])
  expect(printed(listed(['8.4', '6.8', '3.9', '3.8', '7.2'])).map(([, ...facts]) => facts)).toEqual(
    expect.arrayContaining([[null, null]]),
  )
  expect(printed(listed(['4.2 8.4', '3.2 6.8', '3.0 6.1', '2.7 5.4', '3.6 7.2'])).flatMap(([, abv]) => abv)).toEqual(
    expect.not.arrayContaining([expect.any(Number)]),
  )
})
