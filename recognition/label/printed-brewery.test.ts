import { expect, test } from 'vitest'
import { breweryOnLine, TRADE_WORD } from './printed-brewery.ts'

const COMMON = new Set(['brewed', 'bottled', 'gebraut', 'biere', 'brassee', 'beer'])
const isName = (text: string) =>
  text.split(/[^\p{L}]+/u).some((word) => word.length > 2 && !COMMON.has(word.toLowerCase()))

const breweryOn = (text: string) => breweryOnLine(text, isName, TRADE_WORD.exec(text)?.[0] ?? '')

test.each([
  ['25 WEST BREWING CO.', '25 WEST BREWING CO.'],
  ['Brouwerij 3 Moorhens 1650 Quilldam', 'Brouwerij 3 Moorhens'],
  ['QUILLFEATHER, BREWING CO', 'QUILLFEATHER, BREWING CO'],
  ['QUILLFEATHER BREWERY 12 HIGH STREET', 'QUILLFEATHER BREWERY'],
  ['Brewed and bottled by the Quillfeather Brewery, 12 High Street, Quillport', 'Quillfeather Brewery'],
  ['Moorhen Stout - Brewed by Quillfeather Brewing - Quillport', 'Quillfeather Brewing'],
  ['BREWEDBY QUILLFEATHER BREWING', 'QUILLFEATHER BREWING'],
  ['Gebraut von der Brauerei Trautmann, 86150 Quillburg', 'Brauerei Trautmann'],
  ['Gebraut in der Brauerei Trautmann', 'Brauerei Trautmann'],
  ['BIERE BRASSEE PAR LA BRASSERIE TRAUTMANN', 'BRASSERIE TRAUTMANN'],
  ['gebrouwen door De Moorhen Brouwerij', 'De Moorhen Brouwerij'],
  ['Elaborada por Cervecería Trautmann', 'Cervecería Trautmann'],
  ['Brauerei von Trautmann', 'Brauerei von Trautmann'],
  ['Privatbrauerei Trautmann', 'Privatbrauerei Trautmann'],
  ['LINDENBRAUEREI', 'LINDENBRAUEREI'],
])('finds the name of the brewery on the line %j', (text, name) => {
  expect(breweryOn(text)).toMatchObject({ name })
})

test.each(['Imported by Trautmann Brewery Imports Ltd', 'Distributed by Quillfeather Brewing Co.'])(
  'tells a company that sells the beer from the brewery on %j',
  (text) => {
    expect(breweryOn(text)).toBe('other')
  },
)

test.each(['BREWING CO.', 'GASTHAUSBRAUEREI', 'Familienbrauerei', 'MIKROBRYGGERI', 'Stadsbrouwerij'])(
  'finds no name on the line %j',
  (text) => {
    expect(breweryOn(text)).toBe('unnamed')
  },
)
