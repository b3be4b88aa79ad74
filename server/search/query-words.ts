/**
 * What a typed word may mean: the words of the catalogue that it is, begins, misspells, or says in another way, each with
 * how sure that is. A close look takes what is written; a broad one also slips.
 */
import type { Term, TermHit, Vocabulary } from './vocabulary.ts'

export type Look = 'close' | 'broad'

export interface Meaning {
  term: Term
  /** 0-1. */
  quality: number
  isWhole: boolean
}

const QUALITY = { same: 1, otherWord: 0.96, joined: 0.94, beginning: 0.9, oneSlip: 0.82, twoSlips: 0.7 }
/** What is left when a word with slips goes on after what was typed. */
const BEGINNING_WITH_SLIPS = 0.9
/** Letters from which on a word may have a slip, a slip anywhere, two of them; and from which its beginning may have one. */
const SLIP = { from: 3, anywhereFrom: 4, twoFrom: 7, inBeginningFrom: 5 }
const JOINED_MIN = 5

/** Words that say the same, in any language; a number is its name. */
const SAME_SAID = [
  ...[
    '1 one',
    '2 two zwei',
    '3 three drei',
    '4 four vier',
    '5 five',
    '6 six',
    '7 seven',
    '8 eight',
    '9 nine',
    '10 ten',
  ],
  ...['11 eleven', '12 twelve', '13 thirteen', '1st first', '2nd second', '3rd third'],
  ...['st saint sint sankt sainte san', 'and und et en e y och og', 'dr doctor', 'mr mister', 'mt mount'],
  ...['triple tripel', 'double dubbel', 'quad quadrupel quadruple', 'blond blonde', 'brune bruin brown'],
  ...['pils pilsner pilsener pilsen', 'weisse weiss weizen weissbier weizenbier hefeweizen hefeweissbier wheat'],
  ...[
    'hell helles',
    'dunkel dunkles dark',
    'light lite',
    'gueuze geuze',
    'wit witbier blanche white',
    'kolsch koelsch',
  ],
  ...[
    'marzen maerzen',
    'alcoholfree alkoholfrei 0.0 zero nonalcoholic',
    'christmas xmas noel',
    'oktoberfest octoberfest',
  ],
  ...['koln cologne', 'munchen munich', 'wien vienna', 'praha prague'],
].map((group) => group.split(' '))
const OTHER_WORDS = new Map(
  SAME_SAID.flatMap((group) => group.map((word) => [word, group.filter((other) => other !== word)] as const)),
)
const INDIA_PALE_ALE = ['india', 'pale', 'ale']

/** The folded words of a query, with what each may mean; a word that is two of the catalogue's counts as two. */
export function meaningsOf(words: readonly string[], vocabulary: Vocabulary, look: Look): Meaning[][] {
  const parted = words.flatMap((word) => partsOf(word, vocabulary))
  const meanings = parted.map((word) => meaningsOfWord(word, vocabulary, look))
  for (let index = 0; index + 1 < parted.length; index++) {
    const joined = vocabulary.get(`${parted[index]}${parted[index + 1]}`)
    if (!joined || joined.text.length < JOINED_MIN) continue
    for (const each of [meanings[index], meanings[index + 1]])
      each?.push({ term: joined, quality: QUALITY.joined, isWhole: true })
  }
  const ipa = vocabulary.get('ipa')
  const from = parted.findIndex((_, at) => INDIA_PALE_ALE.every((word, offset) => parted[at + offset] === word))
  if (ipa && from >= 0)
    for (const each of meanings.slice(from, from + INDIA_PALE_ALE.length))
      each.push({ term: ipa, quality: QUALITY.otherWord, isWhole: true })
  return meanings
}

function meaningsOfWord(word: string, vocabulary: Vocabulary, look: Look): Meaning[] {
  const found = new Map<Term, Meaning>()
  const offer = ({ term, isWhole }: TermHit, quality: number) => {
    if ((found.get(term)?.quality ?? 0) < quality) found.set(term, { term, quality, isWhole })
  }
  for (const hit of vocabulary.beginningWith(word)) offer(hit, hit.isWhole ? QUALITY.same : QUALITY.beginning)
  for (const other of OTHER_WORDS.get(word) ?? []) {
    const term = vocabulary.get(other)
    if (term) offer({ term, slips: 0, isWhole: true }, QUALITY.otherWord)
  }
  if (look === 'broad' && word.length >= SLIP.from && !/\d/.test(word)) {
    const [once, twice] = [1, 2].map((most) => ({
      most,
      keepsFirst: most === 2 || word.length < SLIP.anywhereFrom,
      andBeginnings: word.length >= SLIP.inBeginningFrom,
    }))
    const hits = once ? vocabulary.withSlips(word, once) : []
    const isFound = [...found.keys(), ...hits.map(({ term }) => term)].some(isUsed)
    if (!isFound && twice && word.length >= SLIP.twoFrom) hits.push(...vocabulary.withSlips(word, twice))
    for (const hit of hits) {
      const quality = hit.slips <= 1 ? QUALITY.oneSlip : QUALITY.twoSlips
      offer(hit, hit.isWhole ? quality : quality * BEGINNING_WITH_SLIPS)
    }
  }
  return [...found.values()]
}

/** 'Sierranevada' is two words, where it is none by itself. */
function partsOf(word: string, vocabulary: Vocabulary): string[] {
  if (word.length < JOINED_MIN + 2 || /\d/.test(word)) return [word]
  for (const _ of vocabulary.beginningWith(word)) return [word]
  for (let cut = word.length - 3; cut >= 3; cut--) {
    const [head, tail] = [word.slice(0, cut), word.slice(cut)]
    if (vocabulary.get(head) && vocabulary.get(tail)) return [head, tail]
  }
  return [word]
}

/** False for a word whose beers and breweries are all gone. */
function isUsed({ beers, breweries }: Term): boolean {
  return beers.length + breweries.length > 0
}
