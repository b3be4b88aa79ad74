import { describe, expect, it } from 'vitest'
import { WORDS, type WordLists } from './word-lists.ts'

/** Lists whose effects on one word exclude each other. */
const CONTRADICTIONS: readonly [a: ListName, b: ListName, reason: string][] = [
  ['variants', 'trade', 'a variant makes two beers different, a trade word is ignored'],
  ['nameVariants', 'trade', 'a variant makes two beers different, a trade word is ignored'],
  ['variants', 'premises', 'a variant makes two beers different, a word for premises is ignored'],
  ['nameVariants', 'premises', 'a variant makes two beers different, a word for premises is ignored'],
  ['variants', 'fillers', 'a variant makes two beers different, a filler is ignored'],
  ['nameVariants', 'fillers', 'a variant makes two beers different, a filler is ignored'],
  ['variants', 'praise', 'a variant must be in both names, praise may be missing from one'],
  ['nameVariants', 'praise', 'a variant must be in both names, praise may be missing from one'],
  ['praise', 'fillers', 'praise does not match other words, a filler matches nothing'],
  ['variants', 'since', 'a year after a variant is part of the name, a year after "since" is not'],
  ['translations', 'fillers', 'a translated word never reaches the comparison with the fillers'],
  ['translations', 'praise', 'a translated word never reaches the comparison with the praise'],
  ['translations', 'trade', 'a translated word no longer equals the trade word in the brewery name'],
]

const LISTS = {
  variants: ({ variants }: WordLists) => Object.values(variants).flat(),
  nameVariants: (lists: WordLists) => lists.nameVariants,
  trade: (lists: WordLists) => lists.trade,
  premises: (lists: WordLists) => lists.premises,
  fillers: (lists: WordLists) => lists.fillers,
  praise: (lists: WordLists) => lists.praise,
  since: (lists: WordLists) => lists.since,
  translations: (lists: WordLists) => Object.values(lists.translations).flat(),
}
type ListName = keyof typeof LISTS

function contradictions(lists: WordLists): string[] {
  return CONTRADICTIONS.flatMap(([a, b, reason]) => {
    const others = new Set(LISTS[b](lists))
    return LISTS[a](lists)
      .filter((word) => others.has(word))
      .map((word) => `${word} is in ${a} and ${b}, but ${reason}`)
  })
}

function repeated(list: readonly string[]): string[] {
  return list.filter((word, index) => list.indexOf(word) !== index)
}

describe('the word lists', () => {
  it('have no word in two lists that contradict each other', () => {
    expect(contradictions(WORDS)).toEqual([])
  })

  it.each(CONTRADICTIONS)('report a word of both %s and %s', (a, b) => {
    const word = 'zwickelword'
    const broken = [a, b].reduce<WordLists>((lists, name) => withWord(lists, name, word), WORDS)
    expect(contradictions(broken)).toContainEqual(expect.stringContaining(`${word} is in ${a} and ${b}`))
  })

  it('put each variant into one group', () => {
    expect(repeated(LISTS.variants(WORDS))).toEqual([])
  })

  it('translate each word in one way, and into a word that is not translated itself', () => {
    const translated = LISTS.translations(WORDS)
    expect(repeated(translated)).toEqual([])
    expect(Object.keys(WORDS.translations).filter((meaning) => translated.includes(meaning))).toEqual([])
  })
})

function withWord(lists: WordLists, name: ListName, word: string): WordLists {
  if (name === 'variants') return { ...lists, variants: { ...lists.variants, edition: [word] } }
  if (name === 'translations') return { ...lists, translations: { ...lists.translations, other: [word] } }
  return { ...lists, [name]: [...lists[name], word] }
}
