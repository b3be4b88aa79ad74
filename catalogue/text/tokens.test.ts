import { describe, expect, it } from 'vitest'
import { statesAlcoholFree, tokenize } from './tokens.ts'

describe('tokenize', () => {
  it.each([
    ["Brasserie d'Orval", ['brasserie', 'd', 'orval']],
    ["Bell's Two Hearted", ['bells', 'two', 'hearted']],
    ['Miller´s Landing', ['millers', 'landing']],
    ['Millerʼs Landing', ['millers', 'landing']],
    ['L´Escale', ['l', 'escale']],
    ['India Pale Ale', ['ipa']],
    ['INDIAPALE ALE', ['ipa']],
    ['I.P.A.', ['ipa']],
    ['Triple', ['tripel']],
    ['Blond 8', ['blonde', '8']],
    ['Hefe-Weißbier', ['hefe', 'weisse']],
    ['Hefeweizen', ['hefe', 'weisse']],
    ['Pilsener', ['pils']],
    ['Bud Lite', ['bud', 'light']],
    ['Saint Bernardus', ['st', 'bernardus']],
    ['Bavaria 8.6', ['bavaria', '8.6']],
    ['3Fonteinen', ['3fonteinen']],
    ['L E F F E  Blonde', ['leffe', 'blonde']],
    ['Bourbon Barrel-Aged Stout', ['barrelaged', 'stout']],
    ['Labatt50', ['labatt', '50']],
    ['25WEST', ['25', 'west']],
    ['100th Meridian', ['100th', 'meridian']],
    ['Sanctuary', ['sanctuary']],
    ['Kwispel 5.25abv', ['kwispel', '5', '25abv']],
  ])('splits %s into %j', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  it.each([
    '0.0',
    '0,0 %',
    '0.0%',
    'Alkoholfrei',
    'alcohol free',
    'Non-Alcoholic',
    'sin alcohol',
    'sans alcool',
    'Zero',
    'Analcolica',
    '0.5 % vol',
    '0,0 % alcohol',
  ])('normalises %s to 0.0', (text) => {
    expect(tokenize(text)).toContain('0.0')
  })

  it.each(['0% fat', '0.0 % sugar', '0% Azúcares', '0 % Zucker'])('does not normalise %s to 0.0', (text) => {
    expect(tokenize(text)).not.toContain('0.0')
  })

  it.each([
    '33 cl',
    '330ml',
    '45 IBUs',
    '35 EBU',
    '0,5 l',
    '5,2% vol',
    'ALC. 5.2% VOL.',
    '12 FL OZ',
    '10.0 %',
    '8 °C',
    '€ 4,50',
    '4.50CHF',
    '7 CHF',
    '45 Kč',
    '15 zł',
    '¥690',
    '690 ¥',
    '42 kcal',
    '35 IBU',
  ])('drops the measurement %s', (text) => {
    expect(tokenize(text).filter((word) => /\d/.test(word))).toEqual([])
  })

  it('keeps a number that may be a name', () => {
    expect(tokenize('Rochefort 10 and Kronenbourg 1664')).toEqual(['rochefort', '10', 'and', 'kronenbourg', '1664'])
  })
})

describe('statesAlcoholFree', () => {
  it.each(['0,0 %', 'Alkoholfrei', 'zero alcohol', 'Zero 0.0', 'Analcolica', 's/ álcool'])('is true for %s', (text) => {
    expect(statesAlcoholFree(text)).toBe(true)
  })

  it.each(['Zero', 'ZERO CARB', 'Sub Zero Lager', '0,5 l', 'alc. 5 % vol'])('is false for %s', (text) => {
    expect(statesAlcoholFree(text)).toBe(false)
  })
})
