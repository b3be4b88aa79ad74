import { describe, expect, it } from 'vitest'
import { growth } from '#testing/growth.ts'
import { UNKNOWN_BREWERY_FACTS } from '../import/imported.ts'
import { openBreweryRegister } from './brewery-register.ts'

describe('the brewery register', () => {
  const germany = { country: 'Germany', state: null }
  const breweries = [
    { name: 'Löwenbräu', aliases: ['Loewenbrau Munich'], city: 'Munich', ...germany },
    { name: 'Löwenbräu Buttenheim', aliases: [], city: 'Buttenheim', ...germany },
    { name: 'Blue Hill Brewing Co.', aliases: [], city: 'Duluth', state: 'Minnesota', country: 'United States' },
    { name: 'Baltika', aliases: ['Балтика'], city: 'Saint Petersburg', state: null, country: 'Russia' },
  ]
  const register = openBreweryRegister<(typeof breweries)[number]>()
  for (const each of breweries) register.add(each)
  const find = (name: string, facts: object = {}) => register.find({ ...UNKNOWN_BREWERY_FACTS, ...facts, name })?.name

  it.each([' co', ' GmbH &', ', '])('takes linear time for a name that repeats %j', async (part) => {
    const findBoth = (times: number) => {
      find(`Löwenbräu${part.repeat(times)}`)
      find(`Löwenbräu${part.repeat(times)} b`)
    }
    expect(await growth(4_000, findBoth)).toBeLessThan(8)
  })

  it.each([
    ['Loewenbrau Munich', {}, 'Löwenbräu'],
    ['Löwenbräu AG', { country: 'Germany' }, 'Löwenbräu'],
    ['Löwenbräu', { country: 'Switzerland' }, undefined],
    ['Löwenbräu', { city: 'München', distinctByTown: true }, 'Löwenbräu'],
    ['Löwenbräu', { city: 'Passau', country: 'Germany', distinctByTown: true }, undefined],
    ['Blue Hill', { city: 'Saint Paul', state: 'Minnesota', country: 'United States' }, undefined],
    ['Blue Hill Brewing', { city: 'Duluth', state: 'MN', country: 'United States' }, 'Blue Hill Brewing Co.'],
    [
      'Blue Hill Brewing Co',
      { city: 'Saint Paul', state: 'MN', country: 'United States', distinctByTown: true },
      'Blue Hill Brewing Co.',
    ],
    ['Blue Hill Brewing Co.', { city: 'Denver', state: 'CO', country: 'United States' }, undefined],
    ['Baltika Breweries (Балтика)', {}, 'Baltika'],
    ['Unheard Of', { otherNames: ['Baltika'] }, 'Baltika'],
    ['Green Hill Brewing Co.', {}, undefined],
  ])('finds breweries by name and address: %s %j', (name, facts, found) => expect(find(name, facts)).toBe(found))

  it('does not find removed breweries', () => {
    const [removed] = breweries
    if (removed) register.remove(removed)
    expect(find('Löwenbräu AG')).toBeUndefined()
    if (removed) register.add(removed)
  })
})
