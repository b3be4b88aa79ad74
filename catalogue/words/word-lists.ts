/** All word lists of catalogue and recognition. They are edited in `data/words.yaml`. */
import { z } from 'zod'
import { readDataFile } from './data-file.ts'

const Words = z.array(z.string().min(1))

const WordFile = z.strictObject({
  /** Words that labels and menus carry and that never name a beer, by topic. */
  generic: z.strictObject({
    making: Words,
    company: Words,
    age: Words,
    praise: Words,
    contents: Words,
    strength: Words,
    warning: Words,
    keeping: Words,
    packaging: Words,
    origin: Words,
    menu: Words,
    /** Articles, prepositions, pronouns: 'vom', 'with'. */
    grammatical: Words,
  }),
  /** Words that distinguish beers of one brewery, by group: on labels and in names. */
  variants: z.strictObject({ strength: Words, colour: Words, bock: Words, edition: Words, flavour: Words }),
  /** Further words that do so only where two names are compared. */
  nameVariants: Words,
  /** Words of brewery names that do not identify a brewery: 'brewing', 'gmbh'. */
  trade: Words,
  /** The same for the premises of a brewery: 'taproom'. */
  premises: Words,
  /** In capitals, whatever is around them: styles, hopping, measures, countries. */
  abbreviations: Words,
  /** Words that add nothing to a beer name. */
  fillers: Words,
  /** Words of a search in front of a place: 'from'. */
  fromPlace: Words,
  /** The same in front of a country in a search for nothing but its beers: 'of'. */
  ofPlace: Words,
  /** Articles after it: 'the'. */
  placeArticles: Words,
  /** Both in one word with the place, without its apostrophe: 'd'. */
  placeElisions: Words,
  /** Words of a search for strengths: in front of a number, as 'under', behind it, as 'or less', or between two, as 'to'. */
  strengths: z.strictObject({
    /** In front of a range: 'between'. */
    between: Words,
    /** Between its ends, whatever is around them. */
    to: Words,
    /** Between its ends, if there is a word in front or a percent sign behind. */
    and: Words,
    around: Words,
    below: Words,
    above: Words,
    atMost: Words,
    atLeast: Words,
    /** The same in front of a percentage or at the end of a query: 'ipa from 5'. */
    from: Words,
    upTo: Words,
    orLess: Words,
    orMore: Words,
    /** The number itself is not included: '5%未満'. */
    lessBehind: Words,
    moreBehind: Words,
    /** Words for the percent sign. */
    percent: Words,
    /** What may follow it or stand in its place where another word shows what the number is. */
    units: Words,
    /** Japanese particles at the end. */
    particles: Words,
    /** Words in front of all that: 'with', 'of', 'ABV'. */
    leadIn: Words,
  }),
  /** Package sizes in a search: '330ml', '0,5 l Dose'. */
  sizes: z.strictObject({ units: Words, packages: Words }),
  /** Words that one name of a beer may have and the other not. */
  praise: Words,
  /** Words before the year of foundation. */
  since: Words,
  /** Single letters that are words if another word follows. */
  conjunctions: Words,
  /** Translations by the word that represents them. */
  translations: z.record(z.string(), Words),
  /** Words that `tokenize` replaces, by the token that it returns. */
  spellings: z.record(z.string(), Words),
  /** Phrases that `tokenize` replaces, by the tokens that it returns. A phrase is a list of places with the words for each. */
  phrases: z.record(z.string(), z.array(z.array(Words))),
  /** Groups of words that mean the same in a typed query. */
  synonyms: z.array(Words),
  /** 'Beer' and nothing more, in many languages. */
  wordsForBeer: Words,
  /** Words that distinguish beer from what is printed next to it on shelves and menus. */
  drinks: z.strictObject({
    /** Kinds of beer: 'stout'. */
    beerKinds: Words,
    /** Words about beer that name no kind: 'brewery'. */
    beer: Words,
    /** Parts of them, and endings: 'rewery', 'bier'. */
    beerParts: Words,
    beerEndings: Words,
    /** Words of the small print on beer labels: 'hops'. */
    beerFacts: Words,
    /** Wine, spirits, soft drinks, coffee and tea. */
    other: Words,
    /** Words of personal labels and greeting cards, which name no beer. */
    occasions: Words,
    /** Drinks and goods that are no beer, even if they name one: 'root beer', 'shampoo'. A space may be a hyphen or nothing. */
    otherProducts: Words,
    /** Other drinks and food that also flavour beers. */
    flavours: Words,
  }),
  /** Phrases that begin with a word for a style and name none: 'single hop'. */
  noStyles: Words,
  food: Words,
  menu: z.strictObject({
    headings: Words,
    /** The same above food and other drinks: 'tapas'. */
    otherHeadings: Words,
    /** Drinks that are such headings only if they are set like one: 'coffee' is more often an item. */
    otherDrinks: Words,
    /** Beginnings of words in headings above beers: 'draft'. */
    servings: Words,
    /** Further words of headings that say only how drinks are served: 'bottled'. */
    waysToServe: Words,
    /** Words of headings above beers and other drinks. */
    seasonal: Words,
    /** Labels in front of the name of a beer: 'Beer: Helles'. */
    beerLabels: Words,
    abvHeaders: Words,
    otherHeaders: Words,
    /** Discounts, charges and taxes, whose percentages are no ABV: 'service'. */
    charges: Words,
    /** What prices say of their taxes. */
    taxed: Words,
    /** Beginnings of rows that ask or tell the reader something: 'please', 'sold out'. */
    requests: Words,
    /** Glasses and other servings in front of their prices: 'half'. */
    glasses: Words,
    /** Those in front of a name, and servings behind it: 'caña', 'vom Fass'. */
    glassesBefore: Words,
    servingsBehind: Words,
    /** Words in front of opening hours: 'happy hour'. */
    hours: Words,
    /** Words of a street in an address. */
    streets: Words,
  }),
  breweryLabels: z.strictObject({
    /** Words that make the words beside or above them the name of a brewery: 'BREWING' below '25 WEST'. */
    words: Words,
    /** The same with any ending. */
    stems: Words,
    /** Words that do not count when a printed line is compared with the name of a brewery. */
    ignored: Words,
  }),
  /** Legal forms after the name of a brewery. */
  legalForms: Words,
  /** Words and phrases in the styles and names of sources. */
  imports: z.strictObject({
    drinks: z.strictObject({ cider: Words, mead: Words, other: Words }),
    /** Texts with one of these, even within a word, are about an alcohol-free beer. Folded; a space may be a hyphen or nothing. */
    alcoholFree: Words,
    /** Words in which the names of one style differ: 'style', 'classic'. */
    styleFillers: Words,
    /** Words for the package at the end of a product name: 'can'. */
    containers: Words,
    /** A product name of these words alone needs the brand in front. */
    productKinds: Words,
    /** Groups that own brands. */
    owners: Words,
    ownerPrefixes: Words,
  }),
  /** Beginnings of words that a description must not contain. */
  marketing: Words,
})
export type WordLists = z.infer<typeof WordFile>

export const WORDS: WordLists = readDataFile('words.yaml', WordFile)

/** Returns the source of a regular expression that matches any of the words. */
export function anyOf(words: readonly string[]): string {
  return `(?:${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`
}

/**
 * Borders of words for expressions with the flag `u`. `\b` knows only ASCII: it finds no end after 'poiré', and one within
 * 'cidré'.
 */
export const WORD_START: string = String.raw`(?<![\p{L}\p{M}\p{N}])`
export const WORD_END: string = String.raw`(?![\p{L}\p{M}\p{N}])`
