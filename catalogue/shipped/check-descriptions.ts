/** Checks the written descriptions of beers: their form, who lacks one, and which repeat another. */
import { anyOf, WORD_START, WORDS } from '../words/word-lists.ts'
import type { CountryFile } from './data-format.ts'
import { type Described, nearDuplicates } from './near-duplicates.ts'
import type { Report } from './problem.ts'

const MARKETING = new RegExp(`${WORD_START}${anyOf(WORDS.marketing)}`, 'iu')
const LENGTH = { min: 40, max: 240 }
/** From this popularity on, a beer should have a description. */
const POPULAR = 20

/** A description is one or two complete sentences without praise. */
export function checkDescription(text: string, where: string, report: Report): void {
  const { min, max } = LENGTH
  if (text.length < min || text.length > max)
    report('error', where, `the description has ${text.length} characters; expected ${min} to ${max}`)
  if (!/^[\p{Lu}\p{N}'"].*[.!?]$/u.test(text)) report('error', where, 'the description is not a complete sentence')
  const marketing = MARKETING.exec(text)?.[0]
  if (marketing !== undefined) report('error', where, `the description contains marketing: ${marketing}`)
}

/** Warns of popular beers that nobody has written about, and of descriptions that repeat another one. */
export function checkDescriptions(countries: ReadonlyMap<string, CountryFile>, report: Report): void {
  const described: Described[] = []
  for (const [file, { breweries }] of countries)
    for (const brewery of breweries) {
      const where = `${file} > ${brewery.name}`
      const lacking = brewery.beers.filter(
        ({ popularity, description }) => popularity >= POPULAR && description === undefined,
      )
      if (lacking.length > 0)
        report('warning', where, `no description of ${lacking.map(({ name }) => name).join(', ')}`)
      for (const { name, description } of brewery.beers)
        if (description !== undefined)
          described.push({ where: `${where} > ${name}`, names: [name, brewery.name], text: description })
    }
  for (const { where, repeats } of nearDuplicates(described))
    report('warning', where, `the description repeats that of ${repeats}`)
}
