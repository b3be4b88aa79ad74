/**
 * Composes what is said of a beer or a brewery from its facts and nothing else. Wording varies with the brewery and with
 * the place in its list, always the same way for the same entry, so that two beers of one brewery do not read alike.
 */
import type { StyleRow } from './lexicon.ts'

interface PlaceFacts {
  city: string | null
  state: string | null
  country: string | null
}

export interface BeerFacts {
  name: string
  style: Pick<StyleRow, 'name' | 'description'> | null
  /** Percent by volume. */
  abv: number | null
  ibu: number | null
  brewery: ({ name: string } & PlaceFacts) | null
  /** Which of the brewery's beers it is, from 0: neighbours are worded differently. */
  position?: number
}

interface BreweryFacts extends PlaceFacts {
  name: string
  /** Year. */
  founded: number | null
  /** Style of each of its beers in the catalogue. */
  styles: readonly string[]
}

/** Up to three sentences that always carry the beer's name; what is not known is not mentioned. */
export function describeBeer(facts: BeerFacts): string {
  const { name, style, brewery, abv, ibu } = facts
  const turn = (facts.position ?? 0) + turnOf(brewery?.name ?? name)
  const kind = withArticle(style?.name ?? 'beer')
  const from = brewery && placeOf(brewery)
  const first = brewery
    ? choose(turn, [
        `${name} is ${kind} brewed by ${brewery.name}${from ? ` in ${from}` : ''}`,
        `${brewery.name}${from ? ` of ${from}` : ''} brews ${name}, ${kind}`,
        `${name}, ${kind}, comes from ${brewery.name}${from ? ` in ${from}` : ''}`,
        `From ${brewery.name}${from ? ` in ${from}` : ''}: ${name}, ${kind}`,
      ])
    : `${name} is ${kind}`
  return `${ended(first)}${taste(turn, style)}${figures(turn, abv, ibu)}`
}

/** One or two sentences: where it is, since when, and what of it the catalogue knows. */
export function describeBrewery(facts: BreweryFacts): string {
  const { name, founded, styles } = facts
  const from = placeOf(facts)
  const turn = turnOf(name)
  const first = choose(
    turn,
    founded === null
      ? [
          `${name} is a brewery${from ? ` in ${from}` : ''}`,
          `The brewery ${name}${from ? ` is at home in ${from}` : ''}`,
        ]
      : [
          `${name}${from ? ` in ${from}` : ''} was founded in ${founded}`,
          `Founded in ${founded}, ${name} is a brewery${from ? ` in ${from}` : ''}`,
        ],
  )
  const kinds = [...new Set(styles)]
  if (styles.length === 0) return ended(first)
  const count = styles.length === 1 ? 'One of its beers is' : `${styles.length} of its beers are`
  const range =
    kinds.length === 1
      ? `of the style ${kinds[0]}`
      : `in ${kinds.length} styles, such as ${kinds.slice(0, 2).join(' and ')}`
  return `${ended(first)} ${count} listed here, ${range}.`
}

/** City (or else state) and country, for people: 'Cornwall, United Kingdom'; null when neither is known. */
export function placeOf({ city, state, country }: PlaceFacts): string | null {
  const near = city ?? state
  if (near && country && near !== country) return `${near}, ${country}`
  return near ?? country
}

function figures(turn: number, abv: number | null, ibu: number | null): string {
  const strength = abv === null ? null : strengthOf(abv)
  const bitterness = ibu === null ? null : bitternessOf(ibu)
  if (strength && bitterness)
    return choose(turn, [
      ` With ${abv} % alcohol it is ${strength}, and with ${ibu} IBU ${bitterness}.`,
      ` It is ${strength} at ${abv} % ABV and ${bitterness} at ${ibu} IBU.`,
      ` Alcohol ${abv} %, bitterness ${ibu} IBU: ${strength} and ${bitterness}.`,
    ])
  if (strength)
    return choose(turn, [
      ` With ${abv} % alcohol it is ${strength}.`,
      ` It is ${strength} at ${abv} % ABV.`,
      ` At ${abv} % alcohol by volume it counts as ${strength}.`,
    ])
  return bitterness ? ` Its ${ibu} IBU make it ${bitterness}.` : ''
}

/** What the style tastes of, said as the style's: nobody tasted this very beer. */
function taste(turn: number, style: BeerFacts['style']): string {
  if (!style?.description) return ''
  const said = style.description.charAt(0).toLowerCase() + style.description.slice(1)
  return choose(turn, [
    ` Typical of the style: ${said}`,
    ` What the style stands for: ${said}`,
    ` The style promises this: ${said}`,
  ])
}

function strengthOf(abv: number): string {
  if (abv <= 0.5) return 'free of alcohol'
  if (abv < 3.5) return 'low in alcohol'
  if (abv < 6.5) return 'of medium strength'
  return abv < 9 ? 'strong' : 'very strong'
}

function bitternessOf(ibu: number): string {
  if (ibu < 12) return 'barely bitter'
  if (ibu < 25) return 'mildly bitter'
  if (ibu < 45) return 'moderately bitter'
  return ibu < 70 ? 'clearly bitter' : 'very bitter'
}

function withArticle(noun: string): string {
  return `${/^(?:[aeio]|8|unf)/i.test(noun) ? 'an' : 'a'} ${noun}`
}

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

function choose(turn: number, wordings: readonly [string, ...string[]]): string {
  return wordings[turn % wordings.length] ?? wordings[0]
}

/** A number that depends on the text alone. */
function turnOf(text: string): number {
  let turn = 0
  for (const letter of text) turn = (turn * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return turn
}
