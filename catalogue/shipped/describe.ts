/**
 * Composes descriptions of beers and breweries from their facts alone. The wording depends on the brewery's name and the beer's
 * position in its list, so that it is deterministic and differs between neighbours.
 */
import { ALCOHOL_FREE_MAX } from '../identity/abv.ts'
import type { StyleRow } from '../lexicon/lexicon.ts'

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
  /** Index among the brewery's beers, from 0; selects the wording. */
  position?: number
}

interface BreweryFacts extends PlaceFacts {
  name: string
  /** Year. */
  founded: number | null
  /** Style of each of its beers in the catalogue. */
  styles: readonly string[]
}

/** Returns up to three sentences, the first with the beer's name. Unknown facts are omitted. */
export function describeBeer(facts: BeerFacts): string {
  const { name, style, brewery, abv, ibu } = facts
  const turn = (facts.position ?? 0) + hashOf(brewery?.name ?? name)
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
  return `${withFullStop(first)}${taste(turn, style)}${numbers(turn, abv, ibu)}`
}

/** Returns one or two sentences: place, year of foundation, and styles of the listed beers. */
export function describeBrewery(facts: BreweryFacts): string {
  const { name, founded, styles } = facts
  const from = placeOf(facts)
  const turn = hashOf(name)
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
  if (styles.length === 0) return withFullStop(first)
  const count = styles.length === 1 ? 'One of its beers is' : `${styles.length} of its beers are`
  const range =
    kinds.length === 1
      ? `of the style ${kinds[0]}`
      : `in ${kinds.length} styles, such as ${kinds.slice(0, 2).join(' and ')}`
  return `${withFullStop(first)} ${count} listed here, ${range}.`
}

/** Returns city (or state) and country for display: 'Cornwall, United Kingdom'; null when all are unknown. */
export function placeOf({ city, state, country }: PlaceFacts): string | null {
  const near = city ?? state
  if (near && country && near !== country) return `${near}, ${country}`
  return near ?? country
}

function numbers(turn: number, abv: number | null, ibu: number | null): string {
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

/** The taste, attributed to the style because it was not measured for this beer. */
function taste(turn: number, style: BeerFacts['style']): string {
  if (!style?.description) return ''
  const description = style.description.charAt(0).toLowerCase() + style.description.slice(1)
  return choose(turn, [
    ` Typical of the style: ${description}`,
    ` In this style, expect: ${description}`,
    ` The style is known for this: ${description}`,
  ])
}

function strengthOf(abv: number): string {
  if (abv <= ALCOHOL_FREE_MAX) return 'free of alcohol'
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

function withFullStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

function choose(turn: number, wordings: readonly [string, ...string[]]): string {
  return wordings[turn % wordings.length] ?? wordings[0]
}

/** A hash of the text, 0 to 65,520. */
function hashOf(text: string): number {
  let turn = 0
  for (const letter of text) turn = (turn * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return turn
}
