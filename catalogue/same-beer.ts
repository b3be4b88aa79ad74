/**
 * Whether two descriptions, from two sources or of two spellings, mean one beer. Names are compared without the brewery's own
 * words, word by word; what only one side says decides. A variant (a number, a year, 'light', 'dunkel', a flavour, a barrel)
 * makes another beer, unless the other side's style says the same; a word of the style or a filler makes none; any other
 * word makes it doubtful. The breweries have to agree, and strengths must not contradict.
 */
import { StyleFinder } from './find-styles.ts'
import { foldText } from './fold-text.ts'
import type { Lexicons } from './lexicon.ts'
import { ordinaryWords, VARIANTS } from './ordinary-words.ts'
import { ALCOHOL_FREE, isNumber, readWords } from './read-words.ts'
import {
  brewerySameness,
  type DescribedBrewery,
  isSameBrand,
  isSlip,
  isTrade,
  joinLoneS,
  type ReadBrewery,
  readBrewery,
} from './same-brewery.ts'

/** A beer as some source describes it; unknown is null or absent. */
export interface DescribedBeer {
  name: string
  aliases?: readonly string[] | undefined
  brewery: DescribedBrewery | null
  /** In any words. */
  style?: string | null | undefined
  /** Percent by volume. */
  abv?: number | null | undefined
}

/** A described beer, read once for many comparisons. */
export interface ReadBeer {
  names: readonly ReadName[]
  brewery: ReadBrewery | null
  /** A name and the family of the style lexicon. */
  style: string | null
  family: string | null
  /** Words of the style as described and as the lexicon names it. */
  styleWords: ReadonlySet<string>
  abv: number | null
}

interface ReadName {
  words: readonly string[]
  /** False for an alias: it stands for the beer as it is written, not with words added. */
  isMain: boolean
  /** Percent by volume, where the name says it. */
  strength: number | null
  /** Words that stand in brackets: they explain the name. */
  aside: ReadonlySet<string>
}

export interface BeerComparison {
  read(beer: DescribedBeer): ReadBeer
  /** How sure two beers are one, 0-1; 0 where a variant tells them apart. From `SAME_BEER` on they are the same. */
  sameness(a: ReadBeer, b: ReadBeer): number
  /** Words of the beer's names that neither its brewery nor every second beer has; what an index finds it by. */
  tellingWords(beer: ReadBeer): string[]
}

/** The sameness from which on two descriptions are one beer. */
export const SAME_BEER = 0.6

/** What the words of one side weigh that the other does not have. */
const WEIGHT = { telling: 1, style: 0.4, filler: 0.05 }
/** What is left when a name has words that the other does not have and that may make it another beer, and when both have; `idle`: only words
 * that make none. */
const UNMATCHED = { idle: 0.97, oneSided: 0.6, twoSided: 0.4 }
/** What an unknown brewery leaves, by whether the name tells something by itself. */
const BREWERY_UNKNOWN = { toldByName: 0.8, generic: 0.3 }
/** The brewery of one side is the brand in front of the other's name. */
const BREWERY_IN_NAME = 0.85
/** One brewery's name is part of the other's, and both beers carry it: 'Leffe' and 'Abbaye de Leffe' for 'Leffe Blonde'. */
const BRAND_IN_BOTH = 0.9
const BRAND_IN_BOTH_FROM = 0.5
/** A name of style words alone ('Pale Ale') needs this much of its brewery. */
const GENERIC_BREWERY_MIN = 0.8
const OTHER_FAMILY = 0.9
/** Strengths off by this share of the greater are still one beer's; by `far` hardly. */
const STRENGTH = { near: 0.1, far: 0.4, atFar: 0.4 }
/** Percent points that sources round away. */
const ROUNDING = 0.3
const ALCOHOL_FREE_MOST = 0.5
const WITH_ALCOHOL_LEAST = 1.2

/** One word for what languages say differently, beside the spellings that `readWords` knows. */
const MEANINGS: Readonly<Record<string, string>> = meanings({
  red: 'rouge rood roja rossa rousse rot rotes rote rod punainen cervena czerwone',
  blonde: 'bionda rubia loira blondes',
  white: 'wit blanche bianca blanca witte',
  black: 'noire negra schwarz schwarzes cerny cerne czarne zwart nera preta',
  brune: 'brown braun',
  dunkel: 'dark donker tmavy tmave scura oscura ciemne tumma mork morkt',
  hell: 'svetly svetle jasne',
  amber: 'ambree ambrata ambar bernstein',
  gold: 'golden doree zlaty gouden goud oro',
  christmas: 'xmas noel kerst weihnachts weihnachtsbier natale navidad jul juleol juleøl vanoce',
  lemon: 'citron zitrone limone limon citroen',
  raspberry: 'framboise himbeere framboos frambozen lampone',
  cherry: 'cerise kirsch kirsche kersen',
  peach: 'peche pfirsich perzik',
  strawberry: 'fraise erdbeere aardbei',
  apple: 'pomme apfel appel mela',
  honey: 'miel honig miele honing',
  ginger: 'ingwer gingembre gember zenzero',
  coffee: 'kaffee cafe koffie',
  chocolate: 'chocolat schokolade cioccolato chocolade',
  smoked: 'rauch rauchbier fume',
  dubbel: 'double dobbel',
})

/** Variants beside those that the matcher knows: they make another beer of the same brewery. */
const FURTHER_VARIANTS = new Set(
  [
    'draught draft extra export special spezial speciale reserve reserva riserva strong forte starkbier junior mini lite',
    'oak oaked bourbon rum whisky whiskey rye brandy cognac tequila wine cabernet chardonnay pinot port sherry brett wild',
    'cask unfiltered naturtrub kellerbier zwickel zwickl kristallklar dry hopped fresh wet nitro milk oatmeal',
    'grand cru vintage anniversary jubilee festival oktoberfest wiesn easter spring summer autumn fall',
    'double triple quadruple tripel quadrupel imperial session micro alt altbier wheat weisse organic bio glutenfree',
    'apricot banana blackberry blackcurrant cassis coconut cranberry elderflower grape guava hibiscus lemongrass mandarin',
    'maple melon mint passion passionfruit pear pineapple plum pomegranate rhubarb spruce tangerine tea vanille watermelon yuzu',
    'radler shandy cola spritz tonic hard seltzer cider',
    'helles marzen urhell urtyp urbock festbier landbier pilsner lager gose lambic gueuze faro kriek grisette',
  ]
    .join(' ')
    .split(' '),
)
/** Words that add nothing to a name: articles, 'beer' in all languages, and what every brewery says of its first beer. */
const FILLERS = new Set(
  [
    'an and by das de del den der des di die du el en et het il in la las le les lo los of och og oh the und une van von with',
    'ale alus beer beers bere bia bier biere birra bira brew brewed cerveja cerveza cervesa craft olut ol olu pivo piwo pyvo sor ビール 啤酒 맥주 пиво',
    'beverage bottle bottled can canned style',
  ]
    .join(' ')
    .split(' '),
)
/** What a brewery says of its first beer: it may be missing, but not stand against another word. */
const PRAISES = new Set('authentic genuine original originale originalni premium'.split(' '))
const SINCE = new Set(
  'since seit depuis desde sedan siden dal anno est established founded gegrundet sinds od'.split(' '),
)
/** Letters that are words when another follows: 'y' in 'sal y limon', but not 'A' in 'Karhu A'. */
const JOINTS = new Set('a d e i l o y'.split(' '))
const ROMAN: Readonly<Record<string, string>> = {
  ii: '2',
  iii: '3',
  iv: '4',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  xi: '11',
  xii: '12',
}
const PACK = /\b\d+\s*(?:[x×]\s*\d+(?:[.,]\d+)?\s*(?:cl|ml|l|oz)?\b|er\b|[- ]?pack\b|cans?\b|bottles?\b)/giu
const STRENGTH_IN_NAME = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s*%/u
const DEGREES = /(?<=\d)\s*°/gu
const BRACKETS = /[([{]([^)\]}]*)[)\]}]/gu

/** Reads and compares with the given lexicons; building takes some milliseconds. */
export function beerComparison(lexicons: Lexicons): BeerComparison {
  const ordinary = ordinaryWords(lexicons)
  const styles = new StyleFinder(lexicons.styles)
  const families = new Map(lexicons.styles.map(({ name, family }) => [name, family]))
  const styleOfWord = remembered((word: string) => styles.find(word)?.style ?? null)
  const readStyle = remembered((text: string) => {
    const style = styles.find(text)?.style ?? null
    return { style, family: families.get(style ?? '') ?? null, words: new Set(wordsOf(`${text} ${style ?? ''}`)) }
  })

  const houseOf = remembered((text: string) => readBrewery(JSON.parse(text), ordinary))
  const readHouse = ({ name, aliases = [], country = null }: DescribedBrewery) =>
    houseOf(JSON.stringify({ name, aliases, country }))

  const isVariant = (word: string) => isNumber(word) || VARIANTS.has(word) || FURTHER_VARIANTS.has(word)
  const isFiller = (word: string) => FILLERS.has(word) || isTrade(word)
  const isTelling = (word: string) =>
    !isFiller(word) && !PRAISES.has(word) && !isVariant(word) && !ordinary.isStyle(word)
  const weightOf = (word: string) =>
    isFiller(word) || PRAISES.has(word) ? WEIGHT.filler : isTelling(word) ? WEIGHT.telling : WEIGHT.style
  const isSaidBy = (word: string, { style, styleWords }: ReadBeer) =>
    styleWords.has(word) || (style !== null && styleOfWord(word) === style)

  const isSameWord = (a: string, b: string) => {
    if (a === b) return true
    if (!isTelling(a) || !isTelling(b)) return false
    return isSlip(a, b) || (a.length >= 4 && `${a}s` === b) || (b.length >= 4 && `${b}s` === a)
  }

  /** How alike the names alone are, 0-1, and whether they tell the beer without its brewery. */
  const compareNames = (mine: Side, theirs: Side): { likeness: number; isTold: boolean; isOneBrand: boolean } => {
    const houses = [mine.beer.brewery, theirs.beer.brewery].filter((house) => house !== null)
    const brandA = brandIn(mine.name.words, houses, isTelling)
    const brandB = brandIn(theirs.name.words, houses, isTelling)
    const isOneBrand =
      brandA.size > 0 && brandA.size === brandB.size && [...brandA].every((word) => hasWord(brandB, word))
    const isTold = told(mine.name.words, brandA, theirs.name.words, brandB, houses.length < 2)
    const otherA = unmatched(mine.name.words, theirs.name.words)
    const otherB = unmatched(theirs.name.words, mine.name.words)
    const otherBrand = otherA.some((word) => brandA.has(word)) && otherB.some((word) => brandB.has(word))
    const onlyA = otherA.filter((word) => otherBrand || !brandA.has(word) || !isSaidBeside(word, brandB, houses))
    const onlyB = otherB.filter((word) => otherBrand || !brandB.has(word) || !isSaidBeside(word, brandA, houses))
    if (isWrittenAlike(onlyA, onlyB)) return { likeness: 1, isTold, isOneBrand }
    if (isBeerAlone(mine.name.words) || isBeerAlone(theirs.name.words)) return { likeness: 0, isTold, isOneBrand }

    const [familyA, familyB] = [mine.beer.family, theirs.beer.family]
    const isOfOneStyle = familyA === null || familyB === null || familyA === familyB
    const isMain = mine.name.isMain && theirs.name.isMain
    const isIdle = (word: string, { name }: Side, other: Side) =>
      isFiller(word) ||
      (isMain && (PRAISES.has(word) || (isOfOneStyle && isSaidBy(word, other.beer)))) ||
      (name.aside.has(word) && !isVariant(word))
    const doubtA = onlyA.filter((word) => !isIdle(word, mine, theirs))
    const doubtB = onlyB.filter((word) => !isIdle(word, theirs, mine))
    const isSpecial = (word: string) => !isFiller(word)
    const bothSay = onlyA.some(isSpecial) && onlyB.some(isSpecial)
    const isContradicted =
      [...doubtA, ...doubtB].some(isVariant) ||
      (bothSay && [...onlyA, ...onlyB].some(isVariant)) ||
      (!isTold && (!isOfOneStyle || isOtherStrength(mine.beer.abv, theirs.beer.abv)))
    if (isContradicted) return { likeness: 0, isTold, isOneBrand }
    const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0)
    const total = weigh(mine.name.words) + weigh(theirs.name.words)
    const missing = weigh(doubtA) + weigh(doubtB)
    const doubt = bothSay ? UNMATCHED.twoSided : doubtA.length + doubtB.length > 0 ? UNMATCHED.oneSided : UNMATCHED.idle
    return { likeness: (1 - missing / total) * doubt, isTold, isOneBrand }
  }

  const isBeerAlone = (words: readonly string[]) => words.every(isFiller)

  const unmatched = (words: readonly string[], others: readonly string[]) =>
    words.filter((word) => !others.some((other) => isSameWord(word, other)))

  /** True when a word beside the brewery's own is on both sides; where a brewery is unknown, its own count too. */
  const told = (
    a: readonly string[],
    brandA: ReadonlySet<string>,
    b: readonly string[],
    brandB: ReadonlySet<string>,
    brandTells: boolean,
  ) =>
    a.some(
      (word) =>
        isTelling(word) &&
        (brandTells || !brandA.has(word)) &&
        b.some((other) => (brandTells || !brandB.has(other)) && isSameWord(word, other)),
    )

  return {
    read({ name, aliases = [], brewery, style, abv }) {
      const known = readStyle(style ?? '')
      return {
        names: [...new Set([name, ...aliases])].map(readName).filter(({ words }) => words.length > 0),
        brewery: brewery && readHouse(brewery),
        style: known.style,
        family: known.family,
        styleWords: known.words,
        abv: abv ?? strengthIn(name),
      }
    },

    sameness(a, b) {
      if (isAlcoholFree(a) !== isAlcoholFree(b) || isElsewhere(a.brewery, b.brewery)) return 0
      let best = 0
      const breweries = a.brewery && b.brewery ? brewerySameness(a.brewery, b.brewery) : null
      const others = strengthFit(a.abv, b.abv) * (a.family && b.family && a.family !== b.family ? OTHER_FAMILY : 1)
      for (const mine of a.names)
        for (const theirs of b.names) {
          const { likeness, isTold, isOneBrand } = compareNames({ beer: a, name: mine }, { beer: b, name: theirs })
          if (likeness === 0 || isOtherStrength(mine.strength, b.abv) || isOtherStrength(theirs.strength, a.abv))
            continue
          let brewery = breweries ?? (isTold ? BREWERY_UNKNOWN.toldByName : BREWERY_UNKNOWN.generic)
          if (isTold && (isBrandOf(a.brewery, theirs) || isBrandOf(b.brewery, mine)))
            brewery = Math.max(brewery, BREWERY_IN_NAME)
          if (isOneBrand && breweries !== null && breweries >= BRAND_IN_BOTH_FROM)
            brewery = Math.max(brewery, BRAND_IN_BOTH)
          if (!isTold && brewery < GENERIC_BREWERY_MIN) continue
          best = Math.max(best, likeness * brewery * others)
        }
      return best
    },

    tellingWords({ names, brewery }) {
      const words = names.flatMap((name) => name.words.filter((word) => isTelling(word) && !brewery?.words.has(word)))
      return [...new Set(words)]
    },
  }
}

interface Side {
  beer: ReadBeer
  name: ReadName
}

function readName(name: string, index: number): ReadName {
  const words = wordsOf(name)
  const aside = new Set([...name.matchAll(BRACKETS)].flatMap(([, inside]) => wordsOf(inside ?? '')))
  const isAllAside = words.every((word) => aside.has(word))
  return { words, aside: isAllAside ? new Set() : aside, isMain: index === 0, strength: strengthIn(name) }
}

function strengthIn(name: string): number | null {
  const stated = STRENGTH_IN_NAME.exec(name)?.[1]
  return stated === undefined ? null : Number(stated.replace(',', '.'))
}

function wordsOf(text: string): string[] {
  const words = joinLoneS(readWords(foldText(text).replace(PACK, ' ').replace(DEGREES, ' ')))
  const isJoint = (word: string, index: number) => JOINTS.has(word) && index < words.length - 1
  return words
    .filter((word, index) => !isJoint(word, index) && !(isNumber(word) && SINCE.has(words[index - 1] ?? '')))
    .map((word) => MEANINGS[word] ?? ROMAN[word] ?? word)
}

/** The brewery's own words in a name: the run at its head, and the telling ones further on. */
function brandIn(
  words: readonly string[],
  houses: readonly ReadBrewery[],
  isTelling: (word: string) => boolean,
): Set<string> {
  const isBrand = (word: string) => houses.some((house) => [...house.words].some((own) => isSameBrand(own, word)))
  let head = 0
  while (head < words.length && isBrand(words[head] ?? '')) head++
  return new Set(words.filter((word, index) => index < head || (isTelling(word) && isBrand(word))))
}

function hasWord(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true
  for (const other of words) if (isSameBrand(other, word)) return true
  return false
}

/** A brand word needs no counterpart in a name without any brand, nor beside another word of the same brand. */
function isSaidBeside(word: string, otherBrand: ReadonlySet<string>, houses: readonly ReadBrewery[]): boolean {
  if (otherBrand.size === 0) return true
  const has = (form: readonly string[], brand: string) => form.some((own) => isSameBrand(own, brand))
  return houses.some(({ forms }) =>
    forms.some((form) => has(form, word) && [...otherBrand].some((other) => has(form, other))),
  )
}

/** True when the name begins with the brewery's. */
function isBrandOf(brewery: ReadBrewery | null, { words }: ReadName): boolean {
  return (brewery?.forms ?? []).some(
    (form) => words.length > form.length && form.every((word, index) => isSameBrand(word, words[index] ?? '')),
  )
}

/** 'Infra red' is 'infrared'. */
function isWrittenAlike(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 && b.length === 0) return true
  if (a.length === 1 && b.length === 1) return false
  const [x, y] = [a.join(''), b.join('')]
  return x === y || isSlip(x, y)
}

function isAlcoholFree({ abv, names, styleWords }: ReadBeer): boolean {
  if (abv !== null && abv >= WITH_ALCOHOL_LEAST) return false
  if (abv !== null && abv <= ALCOHOL_FREE_MOST) return true
  return styleWords.has(ALCOHOL_FREE) || names.some(({ words }) => words.includes(ALCOHOL_FREE))
}

function isOtherStrength(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) > ROUNDING
}

/** Breweries of one name in two countries are two, whatever their beers are called. */
function isElsewhere(a: ReadBrewery | null, b: ReadBrewery | null): boolean {
  const [here, there] = [a?.country ?? null, b?.country ?? null]
  return here !== null && there !== null && here !== there
}

function strengthFit(a: number | null, b: number | null): number {
  if (a === null || b === null) return 1
  const off = Math.abs(a - b)
  if (off <= ROUNDING) return 1
  const share = off / Math.max(a, b)
  if (share <= STRENGTH.near) return 1
  const way = Math.min(1, (share - STRENGTH.near) / (STRENGTH.far - STRENGTH.near))
  return 1 - way * (1 - STRENGTH.atFar)
}

function meanings(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning])),
  )
}

const REMEMBERED_MAX = 20_000

/** Sources repeat the same texts: a style, a brewery beside each of its beers. */
function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size > REMEMBERED_MAX) known.clear()
    const value = compute(text)
    known.set(text, value)
    return value
  }
}
