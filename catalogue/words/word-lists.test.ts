import { describe, expect, it } from 'vitest'
import { loadShipped } from '../shipped/shipped.ts'
import { foldText } from '../text/normalise.ts'
import { tokenize } from '../text/tokens.ts'
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
  ['beerKinds', 'generic', 'a kind of beer is evidence for a beer, a generic word is none'],
  ['beerKinds', 'beer', 'a kind of beer makes a row a beer, a general word does not'],
  ['beerKinds', 'otherDrinks', 'a word is counted as beer before it is counted as another drink'],
  ['beerKinds', 'food', 'a word is counted as beer before it is counted as food'],
  ['beer', 'otherDrinks', 'a word is counted as beer before it is counted as another drink'],
  ['beer', 'food', 'a word is counted as beer before it is counted as food'],
  ['otherDrinks', 'food', 'a word is counted as a drink before it is counted as food'],
  ['headings', 'beerKinds', 'a row of heading words names nothing, a kind of beer may be the whole name'],
  ['headings', 'variants', 'a row of heading words names nothing, a variant distinguishes two beers'],
  ['headings', 'praise', 'a row of heading words names nothing, praise is part of a name'],
  ['servings', 'otherDrinks', 'a heading with a serving lists beers, one with another drink does not'],
  ['servings', 'food', 'a heading with a serving lists beers, one with food does not'],
  ['flavours', 'beerKinds', 'a flavour is ignored next to a word for beer, a kind of beer is that word'],
  ['cider', 'mead', 'a source beer is imported as one kind of drink'],
  ['cider', 'notImported', 'a drink is either imported or not'],
  ['mead', 'notImported', 'a drink is either imported or not'],
]

const LISTS = {
  generic: ({ generic }: WordLists) => Object.values(generic),
  variants: ({ variants }: WordLists) => Object.values(variants),
  nameVariants: (lists: WordLists) => [lists.nameVariants],
  trade: (lists: WordLists) => [lists.trade],
  premises: (lists: WordLists) => [lists.premises],
  fillers: (lists: WordLists) => [lists.fillers],
  praise: (lists: WordLists) => [lists.praise],
  since: (lists: WordLists) => [lists.since],
  translations: ({ translations }: WordLists) => Object.values(translations),
  beerKinds: ({ drinks }: WordLists) => [drinks.beerKinds],
  beer: ({ drinks }: WordLists) => [drinks.beer],
  otherDrinks: ({ drinks }: WordLists) => [drinks.other],
  flavours: ({ drinks }: WordLists) => [drinks.flavours],
  food: (lists: WordLists) => [lists.food],
  headings: ({ menu }: WordLists) => [menu.headings],
  servings: ({ menu }: WordLists) => [menu.servings],
  cider: ({ imports }: WordLists) => [imports.drinks.cider],
  mead: ({ imports }: WordLists) => [imports.drinks.mead],
  notImported: ({ imports }: WordLists) => [imports.drinks.other],
}
type ListName = keyof typeof LISTS

function contradictions(lists: WordLists): string[] {
  return CONTRADICTIONS.flatMap(([a, b, reason]) => {
    const others = new Set(wordsOf(b, lists))
    return wordsOf(a, lists)
      .filter((word) => others.has(word))
      .map((word) => `${word} is in ${a} and ${b}, but ${reason}`)
  })
}

function wordsOf(name: ListName, lists: WordLists = WORDS): string[] {
  return LISTS[name](lists).flat().map(foldText)
}

function repeated(list: readonly string[]): string[] {
  return list.filter((word, index) => list.indexOf(word) !== index)
}

const TOKENISED = [
  'variants',
  'nameVariants',
  'trade',
  'premises',
  'fillers',
  'praise',
  'since',
  'translations',
] as const

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
    expect(repeated([...wordsOf('variants'), ...wordsOf('nameVariants')])).toEqual([])
  })

  it('translate each word in one way, and into a word that is not translated itself', () => {
    const translated = wordsOf('translations')
    expect(repeated(translated)).toEqual([])
    expect(Object.keys(WORDS.translations).filter((meaning) => translated.includes(meaning))).toEqual([])
  })

  it('replace each word by one token, which is not replaced itself', () => {
    const spellings = Object.values(WORDS.spellings).flat()
    expect(repeated(spellings)).toEqual([])
    expect(Object.keys(WORDS.spellings).filter((token) => spellings.includes(token))).toEqual([])
  })

  it.each(TOKENISED)('write the words of %s as tokens, since no other word would be found', (name) => {
    const words = LISTS[name](WORDS).flat()
    expect(words.filter((word) => tokenize(word).join(' ') !== word)).toEqual([])
  })

  it('agree on what a word means: no two words of one meaning are in different groups of synonyms', () => {
    const groups = WORDS.synonyms.flatMap((group) => [...new Set(group.map(meaningOf))])
    expect(repeated(groups)).toEqual([])
    expect(['brune', 'bruin', 'brown', 'braun'].map(meaningOf)).toEqual(['brune', 'brune', 'brune', 'brune'])
  })

  it('keep spellings of one beer apart from colours that distinguish beers', () => {
    expect(tokenize('Bruin')).toEqual(['brune'])
    expect(tokenize('Brown')).toEqual(['brown'])
  })

  it('flavour beers only with what is another drink or food', () => {
    const others = [...wordsOf('otherDrinks'), ...wordsOf('food')]
    expect(wordsOf('flavours').filter((word) => !others.includes(word))).toEqual([])
  })

  it('know every flavour of a beer that is also another drink or food', () => {
    const others = [...wordsOf('otherDrinks'), ...wordsOf('food')]
    expect(
      WORDS.variants.flavour.filter((word) => others.includes(word) && !WORDS.drinks.flavours.includes(word)),
    ).toEqual([])
  })

  it('take no name of a beer style for another drink, except words that mean the drink more often', () => {
    const others = new Set([...wordsOf('otherDrinks'), ...wordsOf('food')])
    const names = loadShipped()
      .styles.filter(({ family }) => family !== 'Not Beer')
      .flatMap(({ name, aliases }) => [name, ...aliases].map(foldText))
    expect(names.filter((name) => others.has(name))).toEqual(['scotch', 'smoothie'])
  })
})

/** The word that represents a word where two names are compared. */
function meaningOf(word: string): string {
  const [token = word] = tokenize(word)
  return Object.entries(WORDS.translations).find(([, others]) => others.includes(token))?.[0] ?? token
}

function withWord(lists: WordLists, name: ListName, word: string): WordLists {
  const more = structuredClone(lists)
  LISTS[name](more)[0]?.push(word)
  return more
}
