import { expect, it } from 'vitest'
import { mapSearch } from './map-search.ts'

const GHENT = { latitude: 51.054, longitude: 3.717 }

it.each([
  ['Apple Maps', 'iPhone; CPU iPhone OS 18_0', 'https://maps.apple.com/?q=craft%20beer&sll=51.054,3.717'],
  ['the maps app of Android', 'Linux; Android 15', 'geo:51.054,3.717?q=craft%20beer'],
  ['OpenStreetMap', 'X11; Linux', 'https://www.openstreetmap.org/search?query=craft%20beer#map=14/51.054/3.717'],
])('searches near the user in %s', (_, agent, address) => {
  expect(mapSearch('craft beer', GHENT, agent)).toBe(address)
})

it.each([
  ['iPhone', 'https://maps.apple.com/?q=craft%20beer'],
  ['Android', 'geo:0,0?q=craft%20beer'],
  ['Linux', 'https://www.openstreetmap.org/search?query=craft%20beer'],
])('leaves the place to the map without a position: %s', (agent, address) => {
  expect(mapSearch('craft beer', null, agent)).toBe(address)
})
