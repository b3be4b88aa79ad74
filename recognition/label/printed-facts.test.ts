import { expect, test } from 'vitest'
import { printedFacts } from './printed-facts.ts'

test.each([
  ['alc. 5,2% vol', 5.2],
  ['ALC.5.9%VOL.', 5.9],
  ['7.0 % ABV', 7],
  ['pale lager 4.9% germany', 4.9],
  ['honey beer5.2%salt lake city', 5.2],
  ['the profile.4.4%ABV8IBU', 4.4],
  ['ABV5% / 12 IBU', 5],
  ['abv: 6.5', 6.5],
])('reads the ABV in %j', (text, abv) => {
  expect(printedFacts(text).abv).toBe(abv)
})

test.each(['100% malt', 'brewed since 1842', '50 % off', 'Rochefort 10', 'IPA 6'])('finds no ABV in %j', (text) => {
  expect(printedFacts(text).abv).toBeNull()
})

test.each([
  ['ALC. 5% BY VOL', 5],
  ['ALC/VOL 5%', 5],
  ['5,2 Vol.-%', 5.2],
  ['5,2 vol', 5.2],
  ['alc. 5,0° vol', 5],
  ['Moorhen Blonde 6,6°', 6.6],
  ['Moorhen 12° 5,0%', 5],
  ['Stammwürze 12,5% Alk. 5,2% vol', 5.2],
  ['Original gravity 12.5% alc. 5%', 5],
  ['12% cherries 3.5% alc.', 3.5],
  ['Cellar Series Vol. 3 9.2%', 9.2],
  ['Vol. 0,5 L alc. 5,0% vol', 5],
  ['Moorhen 10 alc. 11,3%', 11.3],
  ['6 ABV 18 IBU', 6],
  ['ABV 6 IBU 18', 6],
  ['Alk. 4½ % vol', 4.5],
  ['Alk. 4 ½ % vol', 4.5],
  ['Alk. 4 1/2 % vol', 4.5],
  ['0,5l/5,0% vol', 5],
  ['5/5.0% vol', 5],
  ['alc. 5.2', 5.2],
  ['Kick Off 5.2%', 5.2],
  ['Moorhen 5.2% Face Off', 5.2],
  ['Depth Charge 5.2%', 5.2],
  ['Moorhen 11,5° 4,8 % 45 Kč', 4.8],
  ['alk. 5,0° vol 45 Kč', 5],
  ['Moorhen A.B.V. 5.2', 5.2],
  ['Алк. 4,5 об.', 4.5],
  ['EPM 11,5 % alk. 4,9 % obj.', 4.9],
  ['Moorhen 14 BLG 5,0%', 5],
  ['Moorhen 12,1° BLG 5,2% alk.', 5.2],
  ['Moorhen 0,0 % Pils alc. <0,05 % vol', 0],
  ['alc. < 0,5 % vol', 0.5],
])('prefers what is surely an ABV in %j', (text, abv) => {
  expect(printedFacts(text).abv).toBe(abv)
})

test.each([
  'Moorhen 11°',
  'Serve at 7°C',
  'Serve at 6-8 °C',
  'Best served at 7℃',
  '12,5°P',
  '11,5 ° Plato',
  'Stammwürze: 12,5%',
  '12,5% Stammwürze',
  'Cellar Series Vol. 3',
  'Vol. 0,5 L',
  '20% off',
  'Moorhen 1/2 %',
  '10 % Rabatt',
  '12,5% service charge',
  '12.5 % discretionary service charge',
  'Service 12.5%',
  '10% de descuento',
  'TVA 20%',
  'inkl. 19 % MwSt.',
  'sleva 10 %',
  'Moorhen 11,5° 45 Kč',
  'EPM 11,5 %',
  '20% more free',
])('takes no other number for the ABV in %j', (text) => {
  expect(printedFacts(text).abv).toBeNull()
})

test.each([
  ['Moorhen 12° 5,0%', 'Moorhen 12°'],
  ['Cellar Series Vol. 3 9.2%', 'Cellar Series Vol. 3'],
  ['Moorhen ALC/VOL 5%', 'Moorhen'],
  ['Moorhen 4,4 % obj.', 'Moorhen'],
  ['Moorhen 5.2% A.B.V.', 'Moorhen'],
  ['ΑΛΚ. 5,0% VOL', ''],
  ['Moorhen ekstr. 12,5% alk. 5,6% obj.', 'Moorhen'],
  ['Moorhen 12,1° BLG 5,2%', 'Moorhen'],
  ['Moorhen OG 1.052 5.2%', 'Moorhen'],
  ['Zero Gravity 12 5.2%', 'Zero Gravity 12'],
])('removes the ABV alone from %j', (text, rest) => {
  expect(printedFacts(text).rest).toBe(rest)
})

test.each([
  ['Moorhen Pale Ale – 5.2% – $6', 'Moorhen Pale Ale'],
  ['Moorhen Pale Ale, 5.2%, Leeds', 'Moorhen Pale Ale, Leeds'],
  ['Moorhen Pale Ale (5.2%), Leeds', 'Moorhen Pale Ale, Leeds'],
  ['Moorhen Pale Ale / 5.2% / 35 IBU / Leeds', 'Moorhen Pale Ale / Leeds'],
  ['Moorhen· 5.2% ·Pale Ale', 'Moorhen· Pale Ale'],
  ['Moorhen Pale Ale (5.2%, 35 IBU, 16oz)', 'Moorhen Pale Ale'],
  ['Moorhen Pale Ale [5.2%]', 'Moorhen Pale Ale'],
  ['Moorhen Pale Ale (Leeds, 5.2%)', 'Moorhen Pale Ale (Leeds)'],
  ['Moorhen Pale Ale (5.2%, Leeds)', 'Moorhen Pale Ale (Leeds)'],
  ['Moorhen - Pale Ale, Leeds', 'Moorhen - Pale Ale, Leeds'],
])('leaves no separators of the values in %j', (text, rest) => {
  expect(printedFacts(text).rest).toBe(rest)
})

test.each([
  ['EBU 35', 35],
  ['I.B.U. 45', 45],
  ['6.9%,68IBU', 68],
])('reads the IBU in %j', (text, ibu) => {
  expect(printedFacts(text).ibu).toBe(ibu)
})

test.each([
  ['Kitchen until 22.00 Uhr', 'Kitchen until'],
  ['Open 17.00-23.00 h', 'Open'],
  ['Happy Hour 17.00 - 19.00 Uhr', 'Happy Hour'],
  ['Happy Hour 17-19', 'Happy Hour'],
  ['Happy Hour 16.00 bis 18.00', 'Happy Hour'],
  ['Lun-Ven 17h30-19h30', 'Lun-Ven'],
  ['17h à 19h', ''],
  ['4-6pm', ''],
  ['Mo-Fr 12.00-14.00 und 18.00-22.00', 'Mo-Fr'],
])('takes no time for a price or a name in %j', (text, rest) => {
  expect(printedFacts(text)).toMatchObject({ price: null, rest })
})

test('reads the price beside a time, and prices of two sizes', () => {
  expect(printedFacts('Happy Hour 17-19 5€').price).toBe('5€')
  expect(printedFacts('Moorhen 4.50-6.50').price).toBe('4.50-6.50')
  expect(printedFacts('Moorhen 17:30').price).toBeNull()
})

test('extracts every value of a menu line and returns the remaining words', () => {
  expect(printedFacts('Punk IPA . . . . . . . . 5.4% ABV 35 IBU 330 ml $6.50')).toEqual({
    abv: 5.4,
    ibu: 35,
    size: '330 ml',
    price: '$6.50',
    rest: 'Punk IPA',
  })
})

test.each([
  ['Duvel 33cl', '33cl'],
  ['Pils 0,25 l', '0,25 l'],
  ['Rochefort 8 0.375 l', '0.375 l'],
  ['Stout half pint pint', 'half pint / pint'],
  ['Lager 16 oz', '16 oz'],
  ['Helles ½ l', '1/2 l'],
  ['Helles ¼ l', '1/4 l'],
  ['Rochefort 8 ½ l', '1/2 l'],
  ['Rauchbier 1½ l', '1.5 l'],
  ['Porter ⅔ pint', '2/3 pint'],
  ['Porter 2/3 pint', '2/3 pint'],
  ['Porter ⅓ pint ½ pint', '1/3 pint / 1/2 pint'],
  ['Bionda cl. 40', 'cl. 40'],
  ['Bionda cl 33 €4', 'cl 33'],
  ['Bionda 500 cc', '500 cc'],
  ['Pint £4.20', 'Pint'],
  ['Pint', 'Pint'],
  ['Porter pint 65 kr', 'pint'],
  ['Porter pint kr 65', 'pint'],
  ['Half pint Porter £4.20', 'Half pint'],
  ['1 pint Porter £4.20', 'pint'],
  ['Porter pint £5.80 jug £9', 'pint / jug'],
  ['Pils Half £2.60 Pint £5.20', 'Half / Pint'],
  ['Pils $7.00 pint | $4.00 half', 'pint / half'],
  ['Pils Pot $6 Jug $22', 'Pot / Jug'],
  ['Pils galopin 2,00 demi 3,50 pinte 6,50', 'galopin / demi / pinte'],
  ['Pils Caña 1,80 Jarra 4,50', 'Caña / Jarra'],
  ['Pils Seidel 3,90 Krügerl 4,80', 'Seidel / Krügerl'],
  ['ピルス グラス 480円 ジョッキ 680円', 'グラス / ジョッキ'],
  ['Pils 4 x 440ml £12.00', '4 x 440ml'],
  ['Pils $6/10oz $8/16oz', '10oz / 16oz'],
  ['Pils 0,33 3,20', '0,33'],
  ['Pils 0,25 2,80 0,5 4,80', '0,25 / 0,5'],
  ['Pils 0,3 / 0,5', '0,3 / 0,5'],
  ['Pils 0,3/0,5 l 3,90/5,20', '0,3/0,5 l'],
  ['Pils 25/50cl', '25/50cl'],
  ['Pils 1/3 2,80', '1/3'],
  ['Жигулёвское 0,5 л 190 ₽', '0,5 л'],
])('reads the size in %j', (text, size) => {
  expect(printedFacts(text).size).toBe(size)
})

test.each([
  ['Porter ⅔ pint', 'Porter'],
  ['Bionda cl. 40', 'Bionda'],
  ['Schooner Lager 5% $6.50', 'Schooner Lager'],
  ['Growler Bitter £4.20', 'Growler Bitter'],
  ['Growler 5% Bitter £4.20', 'Growler Bitter'],
])('keeps the name of %j', (text, rest) => {
  expect(printedFacts(text).rest).toBe(rest)
})

test.each([
  'Pilsner Urquell 12',
  'Old 1.000 Lager',
  'Saison 75',
  'Schooner Lager 5% $6.50',
  'Growler Bitter £4.20',
  'Bionda cl 5.50',
  'Pils 0.0 4.50',
  'Pils 0,5 % 4,50',
  'Pils 0,50',
  'Half Moon Pils £4.20',
  'Media Noche 5,00',
])('reads no size in %j', (text) => {
  expect(printedFacts(text).size).toBeNull()
})

test('keeps numbers that belong to a name', () => {
  expect(printedFacts('Kronenbourg 1664').rest).toBe('Kronenbourg 1664')
  expect(printedFacts('Saison 1900 €4,50')).toMatchObject({ rest: 'Saison 1900', price: '€4,50' })
})

test('does not read a date as a price, and reads a Y before hundreds as the yen sign', () => {
  expect(printedFacts('Enjoy By 01.01.21')).toMatchObject({ price: null, rest: 'Enjoy By 01.01.21' })
  expect(printedFacts('Glass Y690/¥990')).toMatchObject({ price: '¥690/¥990', size: 'Glass', rest: '' })
  expect(printedFacts('Pitcher No. 2 Y1,200')).toMatchObject({ price: '¥1,200' })
})

test.each([
  ['Quilleur 4%2.204.40', '2.20 / 4.40'],
  ['Quilleur 7,2520,95', '7,25 / 20,95'],
  ['Quilleur 2.304.606.90 €', '2.30 / 4.60 / 6.90 €'],
])('separates the prices of %j, whose spaces were lost', (text, price) => {
  expect(printedFacts(text)).toMatchObject({ price, rest: 'Quilleur' })
})

test('reads the bitterness whose unit lost its first letter', () => {
  expect(printedFacts('Citrus Wheat, 4.5% ABV, 15BU')).toMatchObject({ abv: 4.5, ibu: 15, rest: 'Citrus Wheat' })
})

test.each(['Enjoy By 12.11.2024', 'Batch 1.290.500', 'Tel 02.304.60.12'])(
  'reads no price in the digits of %j',
  (text) => {
    expect(printedFacts(text)).toMatchObject({ price: null, rest: text })
  },
)

test('finds no currency within a word', () => {
  expect(printedFacts('Quilleur 10')).toMatchObject({ price: null, rest: 'Quilleur 10' })
  expect(printedFacts('Quilleur 8 €7,50')).toMatchObject({ price: '€7,50', rest: 'Quilleur 8' })
  expect(printedFacts('Quilleur 8 €10')).toMatchObject({ price: '€10', rest: 'Quilleur 8' })
  expect(printedFacts('Quilleur 8 €7,50 €9,50')).toMatchObject({ price: '€7,50 / €9,50', rest: 'Quilleur 8' })
  expect(printedFacts('Pils 10 EUR')).toMatchObject({ price: '10 EUR', rest: 'Pils' })
})

test.each([
  ['Moorhen Pale Ale £5.5', '£5.5'],
  ['Moorhen Pale Ale 5.5€', '5.5€'],
  ['Moorhen Pale Ale £5.5/£7', '£5.5/£7'],
  ['Moorhen Pale Ale 55,-', '55,-'],
  ['Moorhen Pale Ale 55:-', '55:-'],
  ['Moorhen Pale Ale 5.-', '5.-'],
  ['Moorhen Pale Ale CHF 7.-', 'CHF 7.-'],
  ['Moorhen Pale Ale 45,- Kč', '45,- Kč'],
  ['Moorhen Pale Ale 45 Kc', '45 Kc'],
  ['Moorhen Pale Ale 15zl', '15zl'],
  ['Moorhen Pale Ale R$ 12,90', 'R$ 12,90'],
  ['Moorhen Pale Ale NT$150', 'NT$150'],
  ['Moorhen Pale Ale ¥1,200', '¥1,200'],
  ['Moorhen Pale Ale ₩12,000', '₩12,000'],
  ['Moorhen Pale Ale NT$1,200', 'NT$1,200'],
  ['Moorhen Pale Ale $12.000', '$12.000'],
  ['Moorhen Pale Ale $1,200.50', '$1,200.50'],
  ["Moorhen Pale Ale CHF 1'200", "CHF 1'200"],
  ['Moorhen Pale Ale kr 1.250', 'kr 1.250'],
  ['Moorhen Pale Ale 1.250 kr', '1.250 kr'],
  ['Moorhen Pale Ale 1 250 kr', '1 250 kr'],
  ['Moorhen Pale Ale 1 290 Ft', '1 290 Ft'],
  ['Moorhen Pale Ale 990 Ft', '990 Ft'],
  ['Moorhen Pale Ale kr. 45', 'kr. 45'],
  ['Moorhen Pale Ale 45 kr.', '45 kr.'],
  ['Moorhen Pale Ale 1,200円', '1,200円'],
  ['Moorhen Pale Ale ¥1,200/¥1,500', '¥1,200/¥1,500'],
  ['Moorhen Pale Ale 4,50 Euro', '4,50 Euro'],
  ['Moorhen Pale Ale 5 euros', '5 euros'],
  ['Moorhen Pale Ale Fr. 7.50', 'Fr. 7.50'],
  ['Moorhen Pale Ale 3,50€ 4,90€', '3,50€ / 4,90€'],
  ['Moorhen Pale Ale 3,50 € 4,90 €', '3,50 € / 4,90 €'],
  ['Moorhen Pale Ale 3 € 4 € 5,50 €', '3 € / 4 € / 5,50 €'],
  ['Moorhen Pale Ale €3,50 €4,90', '€3,50 / €4,90'],
  ['Moorhen Pale Ale 4€50', '4€50'],
  ['Moorhen Pale Ale 4€ 50', '4€ 50'],
  ['Moorhen Pale Ale 4 € 50', '4 € 50'],
  ['Moorhen Pale Ale 25 cl 3€50 50 cl 6€50', '3€50 / 6€50'],
  ['Moorhen Pale Ale 5 € 10 €', '5 € / 10 €'],
  ['Moorhen Pale Ale 3,20/4,80 €', '3,20/4,80 €'],
  ['Moorhen Pale Ale 39/59 Kč', '39/59 Kč'],
  ['Moorhen Pale Ale 52 CZK', '52 CZK'],
  ["Moorhen Pale Ale 4'50 €", "4'50 €"],
  ['Moorhen Pale Ale 3,50,-', '3,50'],
  ['Moorhen Pale Ale 12.–', '12.–'],
  ['Moorhen Pale Ale 0,5l 4,20', '4,20'],
  ['Moorhen Pale Ale 0,33 3,20', '3,20'],
  ['Moorhen Pale Ale 0,3 3,20 0,5 4,80', '3,20 / 4,80'],
  ['Moorhen Pale Ale ฿180', '฿180'],
  ['Moorhen Pale Ale 250 ₽', '250 ₽'],
  ['Moorhen Pale Ale 98 NOK', '98 NOK'],
  ['Moorhen Pale Ale 12,00 PLN', '12,00 PLN'],
  ['Moorhen Pale Ale 8,000원', '8,000원'],
  ['Moorhen Pale Ale 24:90', '24:90'],
  ['Moorhen Pale Ale 1490.-', '1490.-'],
  ['Moorhen Pale Ale 350/-', '350/-'],
  ['Moorhen Pale Ale Rs. 350', 'Rs. 350'],
  ['Moorhen Pale Ale RM 25', 'RM 25'],
  ['Moorhen Pale Ale Rp 45.000', 'Rp 45.000'],
  ['Moorhen Pale Ale K 60 | K 300', 'K 60 / K 300'],
  ['Moorhen Pale Ale R45', 'R45'],
  ['Moorhen Pale Ale KSh 300', 'KSh 300'],
  ['Moorhen Pale Ale GH₵ 15', 'GH₵ 15'],
  ['Moorhen Pale Ale 25 kn', '25 kn'],
  ['Moorhen Pale Ale S/ 18.00', 'S/ 18.00'],
  ['Moorhen Pale Ale 120 TL', '120 TL'],
  ['Moorhen Pale Ale 15 lei', '15 lei'],
  ['Moorhen Pale Ale 180 руб.', '180 руб.'],
  ['Moorhen Pale Ale 250 р', '250 р'],
  ['Moorhen Pale Ale 30k', '30k'],
  ['Moorhen Pale Ale 生中 ¥580', '¥580'],
  ['Moorhen Pale Ale 大瓶 700円', '700円'],
  ['Moorhen Pale Ale 35 000₫', '35 000₫'],
  ['Moorhen Pale Ale $6/10oz $8/16oz', '$6 / $8'],
])('reads the whole price of %j', (text, price) => {
  expect(printedFacts(text)).toMatchObject({ price, rest: 'Moorhen Pale Ale' })
})

test.each(['1.- Moorhen', 'Moorhen 10 - Pale Ale', 'since 1862, - Moorhen'])('reads no price in %j', (text) => {
  expect(printedFacts(text).price).toBeNull()
})

test('ends soon on a text full of words for alcohol', () => {
  expect(printedFacts('alc. vol. '.repeat(500)).abv).toBeNull()
})

test('keeps the apostrophe that is printed as an acute accent', () => {
  expect(printedFacts('Miller´s Landing 5,2 %')).toMatchObject({ abv: 5.2, rest: "Miller's Landing" })
})
