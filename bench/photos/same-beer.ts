/**
 * Decides whether an answer is the right beer, as a fair person would. Ignores accents, case, punctuation and spaces; accepts
 * 'Tripel' for 'Triple', small misreadings, the brewery's name inside or outside the beer name, and missing or added
 * style words. Numbers and all other words must agree. If only style words are left ('Pale Ale'), the brewery must agree.
 * As owner, abbey and brand names vary, one distinctive token in common makes two breweries equal. Independent of the
 * catalogue's own comparison on purpose, since the bench judges that too.
 */
import { foldText } from '#catalogue'

export interface NamedBeer {
  name: string
  brewery?: string | null | undefined
  style?: string | null | undefined
  /** Aliases of the beer in the catalogue. */
  aliases?: readonly string[] | undefined
}

const SPELLINGS: Readonly<Record<string, string>> = {
  triple: 'tripel',
  double: 'dubbel',
  blonde: 'blond',
  quad: 'quadrupel',
  pils: 'pilsner',
  pilsener: 'pilsner',
  brune: 'bruin',
  brown: 'bruin',
  st: 'saint',
  sint: 'saint',
  weisse: 'weiss',
  weissbier: 'weiss',
  doublebock: 'doppelbock',
}
const FILLER = new Set(
  'a abbey abdij ale and beer bier biere birra bottled brewed can cerveza de dem den der des draft draught du el et import imported in la lager le les of original premium the trappist trappiste trappisten trappistes traditional und van y'.split(
    ' ',
  ),
)
const STYLE = new Set(
  'ale amber american apa belgian bitter black blond bock bruin dark double draught dubbel dunkel extra golden gose gueuze hazy hefeweizen helles imperial india ipa irish kolsch kriek lager light lite milk neipa pale pilsner porter quadrupel red saison session sour special stout strong tripel weiss weizen wheat white wit'.split(
    ' ',
  ),
)
/** Words that distinguish beers of the same name. */
const VARIANT = new Set('double dubbel light lite quadrupel radler session strong tripel'.split(' '))
const BREWERY_FILLER = new Set(
  'abbaye abbey abdij and beer bier bieres birra brasserie brasseurs brau brauerei brew brewers brewery brewing brouwerij browar cerveceria cervejaria co company compagnie craft de der des du grupo het house la le les of public saint the und van with y'.split(
    ' ',
  ),
)
/** Share of differing characters up to which two names, ignoring spaces, differ only by misreading. */
const EDITS_SHARE_MAX = 0.2

/** Returns whether `found` is the beer `truth`, by any correct name of either. */
export function isSameBeer(truth: NamedBeer, otherNames: readonly string[], found: NamedBeer): boolean {
  const theirNames = [found.name, ...(found.aliases ?? [])]
  return [truth.name, ...otherNames].some((name) =>
    theirNames.some((theirs) => sameName({ ...truth, name }, { ...found, name: theirs })),
  )
}

/** Stricter, for two labelled names: as nothing was misread, a name that differs in letters also needs the same brewery. */
export function isListedAs(truth: NamedBeer, otherNames: readonly string[], listed: NamedBeer): boolean {
  if (!isSameBeer(truth, otherNames, listed)) return false
  const theirs = new Set(wordsOf([listed.name, ...(listed.aliases ?? []), listed.brewery ?? ''].join(' ')))
  const spelledAlike = [truth.name, ...otherNames].some((name) =>
    wordsOf(name).every((word) => theirs.has(word) || FILLER.has(word) || STYLE.has(word)),
  )
  return spelledAlike || (typeof truth.brewery === 'string' && isSameBrewery(truth.brewery, listed.brewery ?? ''))
}

/** Returns whether two brewery names share a distinctive token. */
export function isSameBrewery(truth: string, found: string): boolean {
  const theirs = telling(found)
  return telling(truth).some((word) => theirs.some((other) => sameWord(word, other)))
}

/** Returns whether a text contains half of a name's distinctive tokens, allowing edits and missing spaces; without any, all tokens. */
export function isReadIn(name: string, text: string): boolean {
  const words = wordsOf(name)
  const own = words.filter((word) => !FILLER.has(word) && !STYLE.has(word))
  const wanted = own.length > 0 ? own : words
  const read = wordsOf(text)
  const joined = read.join('')
  const found = wanted.filter(
    (word) => read.some((other) => sameWord(word, other)) || (word.length >= 4 && joined.includes(word)),
  )
  return found.length >= (own.length > 0 ? wanted.length / 2 : wanted.length)
}

/**
 * Returns whether a name read from a label is that of the beer: each of its words that is neither style nor brewery appears
 * within one edit, and at most one word is added. Stricter than `isSameBeer`, as users see and save the name as it is.
 */
export function isProposedName(truth: NamedBeer, otherNames: readonly string[], found: NamedBeer): boolean {
  const breweries = new Set(wordsOf(`${truth.brewery ?? ''} ${found.brewery ?? ''}`))
  const style = new Set(wordsOf(truth.style ?? ''))
  const isStyle = (word: string) => FILLER.has(word) || STYLE.has(word) || style.has(word)
  const proposed = wordsOf(found.name)
  return [truth.name, ...otherNames].some((name) => {
    const words = wordsOf(name)
    const withoutBrewery = words.filter((word) => !breweries.has(word))
    const own = withoutBrewery.filter((word) => !isStyle(word))
    // 'Pale Ale' has no word of its own, and 'Kwispel' by Kwispel none besides the brewery's.
    const wanted = [own, withoutBrewery, words].find(({ length }) => length > 0) ?? []
    const added = proposed.filter(
      (word) =>
        !isStyle(word) &&
        !breweries.has(word) &&
        !BREWERY_FILLER.has(word) &&
        !words.some((other) => withinOneEdit(other, word)),
    )
    return (
      wanted.length > 0 &&
      wanted.every((word) => proposed.some((other) => withinOneEdit(word, other))) &&
      added.length <= 1
    )
  })
}

function withinOneEdit(a: string, b: string): boolean {
  if (a === b) return true
  if (/\d/.test(a + b) || Math.min(a.length, b.length) < 3) return false
  return Math.abs(a.length - b.length) <= 1 && distance(a, b) <= 1
}

function sameName(truth: NamedBeer, found: NamedBeer): boolean {
  const breweries = new Set(wordsOf(`${truth.brewery ?? ''} ${found.brewery ?? ''}`))
  const mine = wordsOf(truth.name).filter((word) => !breweries.has(word))
  const theirs = wordsOf(found.name).filter((word) => !breweries.has(word))
  if (numbersOf(mine) !== numbersOf(theirs)) return false

  const missing = mine.filter((word) => !theirs.some((other) => sameWord(word, other)))
  const added = theirs.filter((word) => !mine.some((other) => sameWord(word, other)))
  const style = new Set(wordsOf(truth.style ?? ''))
  const idle = (word: string) => FILLER.has(word) || style.has(word)
  const sameWords = missing.every(idle) && added.every(idle)
  // 'Rampant' is the 'Rampant Imperial IPA' of the same brewery: only the style may be on one side alone.
  const isStyled = (word: string) => FILLER.has(word) || (STYLE.has(word) && !VARIANT.has(word))
  const oneSided = (missing.length === 0 && added.every(isStyled)) || (added.length === 0 && missing.every(isStyled))
  const sameLetters = editShare(mine.join(''), theirs.join('')) <= EDITS_SHARE_MAX
  if (!sameWords && !sameLetters && !oneSided) return false

  const core = mine.filter((word) => !FILLER.has(word) && !STYLE.has(word))
  const named = core.some((word) => theirs.some((other) => sameWord(word, other))) || (sameLetters && core.length > 0)
  const breweryDecides = !sameWords && !sameLetters
  if (named && !breweryDecides) return true
  if (!named && breweryDecides) return false
  const theirBrewery = `${found.brewery ?? ''} ${found.name}`
  return isSameBrewery(truth.brewery ?? truth.name, theirBrewery)
}

function telling(brewery: string): readonly string[] {
  const words = wordsOf(brewery)
  const own = words.filter((word) => word.length >= 3 && !BREWERY_FILLER.has(word))
  return own.length > 0 ? own : words
}

/** Removes amounts ('16oz', '355 ml'), which describe the serving and not the beer. */
const AMOUNT = /\b\d+(?:[.,]\d+)?\s?(?:cl|fl\.?\s?oz|l|ml|oz)\b\.?/gu

const knownWords = new Map<string, readonly string[]>()

/** Cached: a set is compared with the whole catalogue, so the same names recur. */
function wordsOf(text: string): readonly string[] {
  const known = knownWords.get(text)
  if (known) return known
  const words = splitWords(text)
  knownWords.set(text, words)
  return words
}

function splitWords(text: string): string[] {
  return foldText(text)
    .replace(AMOUNT, ' ')
    .replace(/['’`´]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => SPELLINGS[word] ?? word)
}

function numbersOf(words: readonly string[]): string {
  return words
    .filter((word) => /^\d+$/.test(word))
    .sort()
    .join(' ')
}

function sameWord(a: string, b: string): boolean {
  if (a === b) return true
  if (/\d/.test(a + b)) return false
  const shorter = Math.min(a.length, b.length)
  const editsMax = shorter >= 8 ? 2 : 1
  // The difference in length is a lower bound, which settles most pairs.
  return shorter >= 5 && Math.abs(a.length - b.length) <= editsMax && distance(a, b) <= editsMax
}

/** Share of differing characters, or a lower bound of it for names of very different lengths. */
function editShare(a: string, b: string): number {
  if (a.length < 4 || b.length < 4) return a === b ? 0 : 1
  const longer = Math.max(a.length, b.length)
  const difference = Math.abs(a.length - b.length) / longer
  return difference > EDITS_SHARE_MAX ? difference : distance(a, b) / longer
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (letter === b[j] ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
