/**
 * beer.db text: breweries with indented facts, beers a line each, in the dialects that its authors used over the years. The
 * folder of a file says the country. Fields behind a name are told apart by their form: `5.2%`, `12.5°`, `1516`, a style.
 */
import { foldText, slugOf } from '../fold-text.ts'
import { beerNameIn, isName } from './beer-names.ts'
import { linesOf } from './decode-text.ts'
import { drinkKindOf } from './drink-kind.ts'
import { abvIn, ibuIn, saysAlcoholFree, textIn, websiteIn, yearIn } from './fields.ts'
import {
  type ImportedBrewery,
  type ImportFile,
  type ImportItem,
  NO_BEER_FACTS,
  NO_BREWERY_FACTS,
  type Place,
  problem,
  skipped,
} from './imported.ts'
import { countryOfCode, knownCountry, stateNamed } from './places.ts'

interface Line {
  number: number
  text: string
  comment: string
  indented: boolean
  /** Follows a rule, as the headings of breweries do. */
  ruled: boolean
}

const RULE = /^[_=#~*-]{4,}$/u
const REGION = /^(?:={2,}.*|>+.*|--.*|~~.*)$/u
const MEDAL = /^(?:[GSB]\s{2,}|(?:gold|silver|silber|bronze)\s*\|\s*)/iu
const COLUMNS = /\s+\|\s*|\s*\|\s+/u
const STRENGTH = /~?\s*\d+(?:[.,]\d+)?\s*%(?:\s*(?:vol|abv)\b\.?)?/u
const GRAVITY = /~?\s*(\d+(?:[.,]\d+)?)\s*°\s*P?(?!\p{L})/u
const WEBSITE = /^(?:https?:\/\/|www\.)\S+$|^\S+\.[a-z]{2,3}\/?$/iu
/** Words, not a year, a key or another figure. */
const IS_STYLE = /^[\s(]*\p{L}[^:%]{2,}$/u
/** A name of the file's own making before the real one: 'siebensternmaerzen, 7 Stern Märzen'. */
const OWN_KEY = /^[a-z0-9_]{6,}$/u
const IBU = /\bIBUs?:?\s*~?(\d{1,4})\b|~?\b(\d{1,4})\s*IBUs?\b/iu
const POSTCODE_AND_TOWN = /^(?:[A-Z]{1,2}-)?\(?\d{3,6}(?:\s?[A-Z]{2})?\)?\s+(?<town>\p{L}.*)$/u
const TOWN_AND_STATE = /^(?<town>\p{L}[^,|]*?)\s*[,|]\s*(?<state>[A-Z]{2,3})\b(?:\s+\d{5}(?:-\d{4})?)?$/u

export async function* readBeerDb(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  for (const file of files) {
    if (!/\.txt$/iu.test(file.path)) continue
    const country = countryOfPath(file.path)
    const lines = await meaningfulLines(file)
    yield* new FileReader(file.path, country).read(lines)
  }
}

class FileReader {
  #brewery: ImportedBrewery | null = null
  #breweryAt: Place
  #told = true
  /** Its headings are kinds of beer; each line names its brewery. */
  #isList = false
  readonly #path: string
  readonly #country: string | null

  constructor(path: string, country: string | null) {
    this.#path = path
    this.#country = country
    this.#breweryAt = { file: path, line: 0 }
  }

  *read(lines: readonly Line[]): Generator<ImportItem> {
    this.#isList = lines.some(({ text }) => isInList(text))
    for (const [index, line] of lines.entries()) {
      const at = { file: this.#path, line: line.number }
      if (REGION.test(line.text)) continue
      if (line.indented) yield* this.#fact(line, at)
      else if (/^\[.*\]$/u.test(line.text)) yield* this.#open(null, at)
      else if (/^-\s+/u.test(line.text)) yield* this.#open(this.#heading(line.text.replace(/^-\s+/u, '')), at)
      else if (line.ruled || lines[index + 1]?.indented || /\s\/\/\s*$/u.test(line.text))
        yield* this.#open(this.#heading(line.text), at)
      else yield* this.#beer(line, at)
    }
    yield* this.#tell()
  }

  *#open(brewery: ImportedBrewery | null, at: Place): Generator<ImportItem> {
    yield* this.#tell()
    this.#brewery = brewery
    this.#breweryAt = at
    this.#told = false
  }

  /** A brewery is complete when something else begins. */
  *#tell(): Generator<ImportItem> {
    if (!this.#told && this.#brewery && !this.#isList)
      yield { kind: 'brewery', at: this.#breweryAt, brewery: this.#brewery }
    this.#told = true
  }

  /** 'Name|Alias (owner), City', 'Name|Alias, 1516', 'Name, City //'. */
  #heading(text: string): ImportedBrewery | null {
    const fields = withoutNotes(text)
      .replace(/\s*\/\/\s*$/u, '')
      .split(/\s*,\s*/u)
      .filter((each) => !WEBSITE.test(each))
    const [spelled = '', ...rest] = isKeyed(fields) ? fields.slice(1) : fields
    // A bar between blanks separates the town, one between names another name.
    const [names = '', ...towns] = spelled.split(COLUMNS)
    const [name, ...otherNames] = names.split('|').flatMap((each) => {
      const plain = textIn(each.replace(/\s*\([^)]*\)\s*$/u, ''))
      return plain !== null && isName(plain) ? [plain] : []
    })
    if (name === undefined) return null
    const founded = yearIn(rest.find((each) => /^\d{3,4}$/u.test(each)))
    const city = textIn(
      [...towns, ...rest]
        .find((each) => /^\p{L}/u.test(each) && !/\b(?:inc|llc|ltd|co)\b/iu.test(each))
        ?.replace(/\s*\([^)]*\)$/u, ''),
    )
    return this.#breweryOf(name, { otherNames, founded, city })
  }

  #breweryOf(name: string, facts: Partial<ImportedBrewery>): ImportedBrewery {
    const sourceId = `${slugOf(this.#country ?? 'world')}/${slugOf(name)}`
    return { ...NO_BREWERY_FACTS, country: this.#country, ...facts, sourceId, name }
  }

  *#fact(line: Line, at: Place): Generator<ImportItem> {
    if (this.#told) return yield skipped('a note')
    if (!this.#brewery) {
      this.#brewery = this.#heading(line.text)
      this.#breweryAt = at
      return
    }
    const address = /\/\/|^[\p{L}][^:]*\|\s*[A-Z]{2,3}\b/u.test(line.text) ? townIn(line.text) : null
    if (address) {
      this.#brewery.city ??= address.town
      this.#brewery.state ??= stateNamed(address.state, this.#country)
    } else if (WEBSITE.test(line.text)) this.#brewery.website ??= websiteIn(line.text)
  }

  *#beer(line: Line, at: Place): Generator<ImportItem> {
    const columns = line.text.replace(MEDAL, '').split(COLUMNS)
    const [listed, maker, place] = columns
    if (columns.some((column) => WEBSITE.test(column))) return yield skipped('a list of links')
    if (maker !== undefined && isInList(line.text)) {
      if (/^\d*$/u.test(listed ?? '') || !isName(maker)) return yield skipped('a place in a list')
      const city = textIn(place?.split(',')[0])
      return yield* this.#named(listed ?? '', this.#breweryOf(textIn(maker) ?? maker, { city }), line, at)
    }
    if (!this.#brewery || this.#isList) return yield skipped('a beer without a brewery')
    if (looksLikeProse(line.text)) return yield skipped('a note')
    yield* this.#tell()
    yield* this.#named(line.text.replace(MEDAL, ''), this.#brewery, line, at)
  }

  *#named(written: string, brewery: ImportedBrewery, line: Line, at: Place): Generator<ImportItem> {
    const text = withDegreesInName(written)
    const strength = text.match(STRENGTH)?.[0].trim() ?? null
    const fields = text
      .replace(STRENGTH, ',')
      .replace(GRAVITY, ',')
      .split(',')
      .flatMap((each) => textIn(withoutNotes(each).replace(/^[.\s]+|[.\s]+$/gu, '')) ?? [])
      .filter((each, index) => index === 0 || isName(each))
    const [first, ...rest] = isKeyed(fields) ? fields.slice(1) : fields
    const names = (first ?? '').split('|').flatMap((each) => beerNameIn(each)?.name ?? [])
    const [name, ...aliases] = names
    if (name === undefined) return yield problem(at, 'no name')
    const style =
      rest
        .find((each) => IS_STYLE.test(each))
        ?.split('|')[0]
        ?.replace(/[_()]/gu, ' ')
        .trim() ?? null
    const kind = drinkKindOf(style, name)
    if (kind === 'other') return yield skipped('no beer, cider or mead')
    const abv = abvIn(strength, saysAlcoholFree(name, style))
    if (abv === 'wrong') yield problem(at, `ABV ${strength} left empty`)
    const [, before, behind] = line.comment.match(IBU) ?? []
    yield {
      kind: 'beer',
      at,
      beer: {
        ...NO_BEER_FACTS,
        sourceId: `${brewery.sourceId}/${slugOf(name)}`,
        name,
        aliases,
        brewery,
        style,
        abv: abv === 'wrong' ? null : abv,
        ibu: ibuIn(before ?? behind),
        kind,
      },
    }
  }
}

/** 'Budvar 10%, 4%, 10°': the percents that the gravity says again are degrees, and belong to the name. */
function withDegreesInName(text: string): string {
  const [, degrees] = text.match(GRAVITY) ?? []
  if (degrees === undefined) return text
  return text.replace(/(?<![\d.,])(\d+(?:[.,]\d+)?)\s*%/gu, (stated, figure) => (figure === degrees ? degrees : stated))
}

function isKeyed([key = '', name = '']: readonly string[]): boolean {
  return OWN_KEY.test(key) && /[\p{Lu}\d]/u.test(name)
}

/** Comments apart, rules remembered, empty lines gone. */
async function meaningfulLines(file: ImportFile): Promise<Line[]> {
  const lines: Line[] = []
  let ruled = false
  for await (const { line: number, text: raw } of linesOf(file)) {
    const [, text = '', comment = ''] = raw.match(/^([^#]*)(#.*)?$/u) ?? []
    const plain = text.trim()
    if (RULE.test(plain)) ruled = /^_/u.test(plain)
    else if (plain !== '') {
      lines.push({ number, text: plain, comment, indented: /^\s/u.test(raw), ruled })
      ruled = false
    }
  }
  return lines
}

/** Brand marks, translations and tags: '‹Brahma› Chopp', '[English]', '{Bio}'. */
function withoutNotes(text: string): string {
  return text.replace(/[‹›]/gu, '').replace(/\[[^\]]*\]|\{[^}]*\}/gu, ' ')
}

/** A line of a list of winners: 'Gold | Beer | Brewery', 'Beer   | Brewery | Town'. */
function isInList(text: string): boolean {
  const columns = text.replace(MEDAL, '').split(COLUMNS).length
  return columns > 1 && (MEDAL.test(text) || /\s{2,}\|/u.test(text) || columns === 3)
}

/** A sentence: many words and an end. */
function looksLikeProse(text: string): boolean {
  return (
    text.split(/\s+/u).length > 12 ||
    /[.!?:]$/u.test(text) ||
    /^(?:https?:|www\.|todo|note|fix|open:|\p{L}+:\s)/iu.test(text)
  )
}

/** The side of an address that has the postcode, whichever it is. */
function townIn(text: string): { town: string; state: string | null } | null {
  const sides = text.split('//').map((side) => withoutNotes(side).trim())
  for (const side of [...sides].reverse()) {
    const found = side.match(POSTCODE_AND_TOWN) ?? side.match(TOWN_AND_STATE)
    const town = found?.groups?.town
    if (town) return { town: town.replace(/\s*[-–,].*$/u, '').trim(), state: found?.groups?.state ?? null }
  }
  return null
}

/** 'at-austria', '5--it-italy--southern', 'de-deutschland', 'by-bayern': the name wins, then the code. */
function countryOfPath(path: string): string | null {
  for (const folder of path.split('/')) {
    for (const part of folder.split('--')) {
      const [, code, name] = part.match(/^([a-z]{2,3})-([a-z-]+)$/u) ?? []
      if (!code || !name) continue
      const words = name.replace(/-/gu, ' ')
      const known = knownCountry(words)
      if (known !== null) return known
      const coded = countryOfCode(code)
      if (coded !== null && (foldText(coded) === words || foldText(coded).startsWith(words))) return coded
    }
  }
  return null
}
