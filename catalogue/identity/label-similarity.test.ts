import { describe, expect, it } from 'vitest'
import { growth } from '#testing/growth.ts'
import { labelSimilarity, labelWords, printsWholeName, type ReadLabel } from './label-similarity.ts'

const LISTED = { names: ['Nectar Blonde'], breweries: ['Brasserie Dune'], isListed: true }
const UNLISTED = { names: ['Zomerbier'], breweries: [], isListed: false }

const similarity = (
  lines: readonly string[],
  remembered: readonly string[],
  taken: Omit<ReadLabel, 'lines'> = LISTED,
) => labelSimilarity({ ...taken, lines })(labelWords(remembered))

describe('the similarity of two labels', () => {
  it('is 1 for the same words in any order, case, script form and number of lines', () => {
    expect(similarity(['BRASSERIE DUNE', 'Réserve'], ['reserve', 'Brasserie', 'Dune'])).toBe(1)
    expect(similarity(['Dune Réserve 33 cl 6,5 %'], ['Dune Reserve 25 cl'])).toBe(1)
  })

  it('is the share of common words, as Dice defines it', () => {
    expect(similarity(['brasserie dune premier'], ['brasserie dune dernier'])).toBeCloseTo(4 / 6)
    expect(similarity(['dune'], ['brasserie dune premier'])).toBe(0.5)
    expect(similarity(['brasserie'], ['otter'])).toBe(0)
  })

  it('forgives one edit in words of five letters or more', () => {
    expect(similarity(['Brasserle Dune'], ['Brasserie Dune'])).toBe(1)
    expect(similarity(['Brasserie Dane'], ['Brasserie Dune'])).toBe(0.5)
    // A word has one partner.
    expect(similarity(['otters otter'], ['otter'])).toBeCloseTo(2 / 3)
  })

  it('ignores words of one or two letters, and finds nothing alike where there is no other word', () => {
    expect(similarity(['La Dune', 'x ¶ oo'], ['Dune'])).toBe(1)
    expect(similarity(['oo'], ['oo'])).toBe(0)
    expect(similarity([], [])).toBe(0)
  })

  it('takes no time worth measuring for texts of any length, of which the beginning is compared', async () => {
    const text = (words: number) => [Array.from({ length: words }, (_, word) => `otter${word}x`).join(' ')]
    const changed = (words: number) => text(words).map((line) => line.replaceAll('otter', 'ottar'))
    expect(await growth(2_000, (words) => similarity(text(words), changed(words), UNLISTED))).toBeLessThan(8)
    expect(similarity(text(10_000), [...text(500), 'brasserie'], UNLISTED)).toBe(1)
    expect(similarity([...text(10_000), 'Dubbel'], text(10_000), UNLISTED)).toBe(1)
  })
})

describe('a sibling beer', () => {
  it.each(['Dubbel', 'Triple', 'Dark', 'Alkoholfrei', '10', 'Kriek'])(
    'has another label where %s is on one of the two',
    (variant) => {
      const [plain, printed] = [
        ['Abdij Dune', 'sinds 1842'],
        ['Abdij Dune', 'sinds 1842', variant],
      ]
      expect(similarity(plain, printed)).toBe(0)
      expect(similarity(printed, plain)).toBe(0)
      expect(similarity(printed, printed)).toBe(1)
    },
  )

  it('is not told by a year of foundation', () => {
    expect(similarity(['Abdij Dune', 'sinds 1842'], ['Abdij Dune'])).toBeCloseTo(4 / 6)
  })

  it('is the recognised beer itself if its own name appears, spelled exactly', () => {
    const beer = { names: ['Orval'], breweries: ["Brasserie d'Orval"], isListed: true }
    expect(similarity(['OVAL BREWING'], ['OVAL BREWING'], beer)).toBe(1)
    expect(similarity(['ORVAL BREWING'], ['OVAL BREWING'], beer)).toBe(0)
    const nectar = { ...LISTED, names: ['Nectar'] }
    expect(similarity(['Dune Nectar'], ['Dune Nectaire'], nectar)).toBe(0)
    // Of the brewery, one edit says nothing.
    expect(similarity(['Brasserie Dune'], ['Brasserle Dune'], nectar)).toBe(1)
  })

  it('is a beer of another brewery that is named on the new label only', () => {
    const lager = { names: ['Pale Ale'], breweries: ['Dune Brewing'], isListed: true }
    expect(similarity(['Dune', 'Pale Ale'], ['Otter', 'Pale Ale'], lager)).toBe(0)
    expect(similarity(['Dune', 'Pale Ale'], ['Otter', 'Pale Ale'], { ...lager, isListed: false })).toBe(0)
    expect(similarity(['Otter Brewing', 'Pale Ale'], ['Otter', 'Pale Ale'], lager)).toBeCloseTo(6 / 7)
  })

  it('is an unlisted beer with another name', () => {
    const winter = { ...UNLISTED, names: ['Winterbier'] }
    const smallPrint = 'gebrouwen met water gerstemout hop gist'
    expect(similarity(['Winterbier', smallPrint], ['Zomerbier', smallPrint], winter)).toBe(0)
    expect(
      similarity(['Zomerbler', smallPrint], ['Zomerbier', smallPrint], { ...UNLISTED, names: ['Zomerbler'] }),
    ).toBe(1)
  })
})

it('finds a whole name on a label, in any order of its words, or an alias', () => {
  const names = ['Dune Nectar', 'Wüstenwind']
  expect(printsWholeName(labelWords(['NECTAR', 'de la Dune']), names)).toBe(true)
  expect(printsWholeName(labelWords(['Wustenwind', '33 cl']), names)).toBe(true)
  expect(printsWholeName(labelWords(['Dune']), names)).toBe(false)
  expect(printsWholeName(labelWords(['Dune']), ['II %', ''])).toBe(false)
})
