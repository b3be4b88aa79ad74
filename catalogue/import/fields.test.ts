import { describe, expect, it } from 'vitest'
import { mentionsAlcoholFree, parseAbv, parseIbu, parseText, parseWebsite, parseYear } from './fields.ts'

describe('field parsers', () => {
  it.each([
    ['  a \n b ', 'a b'],
    ['Fuller &amp; Son&#39;s', "Fuller & Son's"],
    ['N/A', null],
    ['-', null],
    ['Unknown', null],
    ['a\u0000b\ud800', 'ab'],
    [12, '12'],
    [null, null],
    [{}, null],
  ])('return single-line text or null: %j', (value, text) => expect(parseText(value)).toBe(text))

  it.each([
    ['6,6', false, 6.6],
    ['4.2 % vol', false, 4.2],
    ['.5', false, 0.5],
    [',055', false, 0.06],
    ['vol.5', false, 5],
    [0, false, null],
    ['0', true, 0],
    ['0.45', true, 0.45],
    ['', false, null],
    ['strong', false, null],
    [99.99, false, 'invalid'],
    [-1, false, 'invalid'],
    [55, false, 55],
  ] as const)('parse ABV: %j', (value, alcoholFree, abv) => expect(parseAbv(value, alcoholFree)).toBe(abv))

  it.each([
    ['35.0', 35],
    ['0', null],
    ['1,085', 1085],
    ['12,5', 12.5],
    [1000, 1000],
    ['-3', null],
  ])('parse IBU: %j', (value, ibu) => expect(parseIbu(value)).toBe(ibu))

  it('reject implausible years and URLs', () => {
    expect([parseYear('1516'), parseYear('0'), parseYear('1516.5'), parseYear('seit 1883')]).toEqual([
      1516,
      null,
      null,
      1883,
    ])
    expect(parseWebsite('www.brau.example/a')).toBe('http://www.brau.example/a')
    expect(['javascript:alert(1)', 'n/a', 'a b.de', 'ftp://x.de'].map(parseWebsite)).toEqual([null, null, null, null])
  })

  it.each([
    'Clausthaler alkoholfrei',
    'Zero 0,0 %',
    'Bière sans alcool',
    'en:non-alcoholic-beers',
    'Cerveja sem Álcool',
    'БЕЗАЛКОГОЛЬНОЕ',
  ])('recognise alcohol-free beer: %s', (text) => expect(mentionsAlcoholFree(text)).toBe(true))

  it.each(['Pils 10.0', 'Ten 5.00', 'Free Will'])('do not take %s for alcohol-free', (text) =>
    expect(mentionsAlcoholFree(null, text)).toBe(false),
  )
})
