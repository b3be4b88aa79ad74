/**
 * beer.db text files: breweries with indented facts and one beer per line, in the dialects its authors used over the years.
 * The folder names the country. Fields after a name are recognised by their format: `5.2%`, `12.5°`, `1516`, a style.
 */

import { canonicalState, countryByCode, findCountry } from '../identity/places.ts'
import { foldText, slugOf } from '../text/normalise.ts'
import { isUsableName, parseBeerName } from './beer-names.ts'
import { decodeLines } from './decode-text.ts'
import { drinkKindOf } from './drink-kind.ts'
import { mentionsAlcoholFree, parseIbu, parseText, parseWebsite, parseYear } from './fields.ts'
import {
  type ImportedBrewery,
  type ImportFile,
  type ImportItem,
  problem,
  readAbv,
  type SourceLocation,
  skipped,
  UNKNOWN_BEER_FACTS,
  UNKNOWN_BREWERY_FACTS,
} from './imported.ts'

interface Line {
  number: number
  text: string
  comment: string
  indented: boolean
  /** Follows a horizontal rule, as brewery headings do. */
  followsRule: boolean
}

const LINE_MAX_CHARS = 2_000
const RULE = /^[_=#~*-]{4,}$/u
const REGION = /^(?:==|>|--|~~)/u
const MEDAL = /^(?:[GSB]\s{2,}|(?:gold|silver|silber|bronze)\s*\|\s*)/iu
const COLUMNS = /(?<!\s)\s+\|\s*|\|\s+/u
const ABV = /(?:~\s*|(?<!\s)\s+)?(?<!\d)\d+(?:[.,]\d+)?\s*%(?:\s*(?:vol|abv)\b\.?)?/u
const GRAVITY = /(?:~\s*|(?<!\s)\s+)?(?<!\d)(\d+(?:[.,]\d+)?)\s*°\s*P?(?!\p{L})/u
const WEBSITE = /^(?:https?:\/\/|www\.)\S+$|^\S+\.[a-z]{2,3}\/?$/iu
/** Words rather than a year, a key or a number. */
const IS_STYLE = /^[\s(]*\p{L}[^:%]{2,}$/u
/** A key of the data set before the name: 'siebensternmaerzen, 7 Stern Märzen'. */
const KEY = /^[a-z0-9_]{6,}$/u
const IBU = /\bIBUs?:?\s*~?(\d{1,4})\b|~?\b(\d{1,4})\s*IBUs?\b/iu
const POSTCODE_AND_TOWN = /^(?:[A-Z]{1,2}-)?\(?\d{3,6}(?:\s?[A-Z]{2})?\)?\s+(?<town>\p{L}.*)$/u
const TOWN_AND_STATE = /^(?<town>\p{L}[^,|]*)[,|]\s*(?<state>[A-Z]{2,3})\b(?:\s+\d{5}(?:-\d{4})?)?$/u

export async function* parseBeerDb(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  for (const file of files) {
    if (!/\.txt$/iu.test(file.path)) continue
    const country = countryOfPath(file.path)
    const lines = await contentLines(file)
    yield* new BeerDbParser(file.path, country).parse(lines)
  }
}

class BeerDbParser {
  #brewery: ImportedBrewery | null = null
  #breweryAt: SourceLocation
  #isEmitted = true
  /** In lists of award winners, headings are categories and each line names its brewery. */
  #isWinnerList = false
  readonly #path: string
  readonly #country: string | null

  constructor(path: string, country: string | null) {
    this.#path = path
    this.#country = country
    this.#breweryAt = { file: path, line: 0 }
  }

  *parse(lines: readonly Line[]): Generator<ImportItem> {
    this.#isWinnerList = lines.some(({ text }) => isWinnerLine(text))
    for (const [index, line] of lines.entries()) {
      const at = { file: this.#path, line: line.number }
      if (REGION.test(line.text)) continue
      if (line.indented) yield* this.#parseFact(line, at)
      else if (/^\[.*\]$/u.test(line.text)) yield* this.#startSection(null, at)
      else if (/^-\s+/u.test(line.text))
        yield* this.#startSection(this.#parseHeading(line.text.replace(/^-\s+/u, '')), at)
      else if (line.followsRule || lines[index + 1]?.indented || /\s\/\/\s*$/u.test(line.text))
        yield* this.#startSection(this.#parseHeading(line.text), at)
      else yield* this.#parseBeer(line, at)
    }
    yield* this.#emitBrewery()
  }

  *#startSection(brewery: ImportedBrewery | null, at: SourceLocation): Generator<ImportItem> {
    yield* this.#emitBrewery()
    this.#brewery = brewery
    this.#breweryAt = at
    this.#isEmitted = false
  }

  /** Emits the current brewery; it is complete once another section starts. */
  *#emitBrewery(): Generator<ImportItem> {
    if (!this.#isEmitted && this.#brewery && !this.#isWinnerList)
      yield { kind: 'brewery', at: this.#breweryAt, brewery: this.#brewery }
    this.#isEmitted = true
  }

  /** 'Name|Alias (owner), City', 'Name|Alias, 1516', 'Name, City //'. */
  #parseHeading(text: string): ImportedBrewery | null {
    const fields = withoutNotes(text)
      .replace(/(?:(?<!\s)\s+)?\/\/\s*$/u, '')
      .split(/(?:(?<!\s)\s+)?,\s*/u)
      .filter((each) => !WEBSITE.test(each))
    const [spelled = '', ...rest] = isKeyed(fields) ? fields.slice(1) : fields
    // ' | ' with spaces separates the town, '|' without spaces another name.
    const [names = '', ...towns] = spelled.split(COLUMNS)
    const [name, ...otherNames] = names.split('|').flatMap((each) => {
      const plain = parseText(each.replace(/(?:(?<!\s)\s+)?\([^)]{0,200}\)\s*$/u, ''))
      return plain !== null && isUsableName(plain) ? [plain] : []
    })
    if (name === undefined) return null
    const founded = parseYear(rest.find((each) => /^\d{3,4}$/u.test(each)))
    const city = parseText(
      [...towns, ...rest]
        .find((each) => /^\p{L}/u.test(each) && !/\b(?:inc|llc|ltd|co)\b/iu.test(each))
        ?.replace(/(?:(?<!\s)\s+)?\([^)]{0,200}\)$/u, ''),
    )
    return this.#createBrewery(name, { otherNames, founded, city })
  }

  #createBrewery(name: string, facts: Partial<ImportedBrewery>): ImportedBrewery {
    const sourceId = `${slugOf(this.#country ?? 'world')}/${slugOf(name)}`
    return { ...UNKNOWN_BREWERY_FACTS, country: this.#country, ...facts, sourceId, name }
  }

  *#parseFact(line: Line, at: SourceLocation): Generator<ImportItem> {
    if (this.#isEmitted) return yield skipped('note')
    if (!this.#brewery) {
      this.#brewery = this.#parseHeading(line.text)
      this.#breweryAt = at
      return
    }
    const address = /\/\/|^[\p{L}][^:]*\|\s*[A-Z]{2,3}\b/u.test(line.text) ? townIn(line.text) : null
    if (address) {
      this.#brewery.city ??= address.town
      this.#brewery.state ??= canonicalState(address.state, this.#country)
    } else if (WEBSITE.test(line.text)) this.#brewery.website ??= parseWebsite(line.text)
  }

  *#parseBeer(line: Line, at: SourceLocation): Generator<ImportItem> {
    const columns = line.text.replace(MEDAL, '').split(COLUMNS)
    const [listed, maker, place] = columns
    if (columns.some((column) => WEBSITE.test(column))) return yield skipped('list of links')
    if (maker !== undefined && isWinnerLine(line.text)) {
      if (/^\d*$/u.test(listed ?? '') || !isUsableName(maker)) return yield skipped('rank in a list')
      const city = parseText(place?.split(',')[0])
      return yield* this.#parseNamedBeer(
        listed ?? '',
        this.#createBrewery(parseText(maker) ?? maker, { city }),
        line,
        at,
      )
    }
    if (!this.#brewery || this.#isWinnerList) return yield skipped('beer without a brewery')
    if (looksLikeProse(line.text)) return yield skipped('note')
    yield* this.#emitBrewery()
    yield* this.#parseNamedBeer(line.text.replace(MEDAL, ''), this.#brewery, line, at)
  }

  *#parseNamedBeer(written: string, brewery: ImportedBrewery, line: Line, at: SourceLocation): Generator<ImportItem> {
    const text = withDegreesInName(written)
    const stated = text.match(ABV)?.[0].trim() ?? null
    const fields = text
      .replace(ABV, ',')
      .replace(GRAVITY, ',')
      .split(',')
      .flatMap((each) => parseText(withoutNotes(each).replace(/^[.\s]+|(?<![.\s])[.\s]+$/gu, '')) ?? [])
      .filter((each, index) => index === 0 || isUsableName(each))
    const [first, ...rest] = isKeyed(fields) ? fields.slice(1) : fields
    const names = (first ?? '').split('|').flatMap((each) => parseBeerName(each)?.name ?? [])
    const [name, ...aliases] = names
    if (name === undefined) return yield problem(at, 'no name')
    const style =
      rest
        .find((each) => IS_STYLE.test(each))
        ?.split('|')[0]
        ?.replace(/[_()]/gu, ' ')
        .trim() ?? null
    const kind = drinkKindOf(style, name)
    if (kind === 'other') return yield skipped('not a beer, cider or mead')
    const abv = yield* readAbv(at, stated, mentionsAlcoholFree(name, style))
    const [, ibuAfter, ibuBefore] = line.comment.match(IBU) ?? []
    yield {
      kind: 'beer',
      at,
      beer: {
        ...UNKNOWN_BEER_FACTS,
        sourceId: `${brewery.sourceId}/${slugOf(name)}`,
        name,
        aliases,
        brewery,
        style,
        abv,
        ibu: parseIbu(ibuAfter ?? ibuBefore),
        kind,
      },
    }
  }
}

/** 'Budvar 10%, 4%, 10°': a percentage equal to the gravity is a gravity in degrees and part of the name. */
function withDegreesInName(text: string): string {
  const [, degrees] = text.match(GRAVITY) ?? []
  if (degrees === undefined) return text
  return text.replace(/(?<![\d.,])(\d+(?:[.,]\d+)?)\s*%/gu, (match, number) => (number === degrees ? degrees : match))
}

function isKeyed([key = '', name = '']: readonly string[]): boolean {
  return KEY.test(key) && /[\p{Lu}\d]/u.test(name)
}

/** Drops empty lines and rules, and separates comments. */
async function contentLines(file: ImportFile): Promise<Line[]> {
  const lines: Line[] = []
  let followsRule = false
  for await (const { line: number, text: raw } of decodeLines(file)) {
    const [, text = '', comment = ''] = raw.slice(0, LINE_MAX_CHARS).match(/^([^#]*)(#.*)?$/u) ?? []
    const plain = text.trim()
    if (RULE.test(plain)) followsRule = /^_/u.test(plain)
    else if (plain !== '') {
      lines.push({ number, text: plain, comment, indented: /^\s/u.test(raw), followsRule })
      followsRule = false
    }
  }
  return lines
}

/** Removes brand marks, translations and tags: '‹Brahma› Chopp', '[English]', '{Bio}'. */
function withoutNotes(text: string): string {
  return text.replace(/[‹›]/gu, '').replace(/\[[^\]]{0,200}\]|\{[^}]{0,200}\}/gu, ' ')
}

/** A line of a list of award winners: 'Gold | Beer | Brewery', 'Beer   | Brewery | Town'. */
function isWinnerLine(text: string): boolean {
  const columns = text.replace(MEDAL, '').split(COLUMNS).length
  return columns > 1 && (MEDAL.test(text) || /\s\s\|/u.test(text) || columns === 3)
}

/** Long lines, sentences and links. */
function looksLikeProse(text: string): boolean {
  return (
    text.split(/\s+/u).length > 12 ||
    /[.!?:]$/u.test(text) ||
    /^(?:https?:|www\.|todo|note|fix|open:|\p{L}+:\s)/iu.test(text)
  )
}

/** Parses the part of an address that has the postcode; the order of the parts varies. */
function townIn(text: string): { town: string; state: string | null } | null {
  const sides = text.split('//').map((side) => withoutNotes(side).trim())
  for (const side of [...sides].reverse()) {
    const found = side.match(POSTCODE_AND_TOWN) ?? side.match(TOWN_AND_STATE)
    const town = found?.groups?.town
    if (town) return { town: (town.split(/[-–,]/u)[0] ?? '').trim(), state: found?.groups?.state ?? null }
  }
  return null
}

/** 'at-austria', '5--it-italy--southern', 'de-deutschland', 'by-bayern': by name, otherwise by country code. */
function countryOfPath(path: string): string | null {
  for (const folder of path.split('/')) {
    for (const part of folder.split('--')) {
      const [, code, name] = part.match(/^([a-z]{2,3})-([a-z-]+)$/u) ?? []
      if (!code || !name) continue
      const words = name.replace(/-/gu, ' ')
      const known = findCountry(words)
      if (known !== null) return known
      const coded = countryByCode(code)
      if (coded !== null && (foldText(coded) === words || foldText(coded).startsWith(words))) return coded
    }
  }
  return null
}
