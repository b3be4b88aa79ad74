/** Open Brewery DB: a register of brewing houses by address. Kinds that brew nothing of their own are left out. */
import { rowsOf } from './delimited.ts'
import { textIn, websiteIn } from './fields.ts'
import { type ImportFile, type ImportItem, NO_BREWERY_FACTS, problem, skipped } from './imported.ts'
import { countryNamed, stateNamed } from './places.ts'

const BREWS_NOTHING = new Set(['planning', 'closed', 'bar', 'beergarden', 'taproom', 'location'])

export async function* readOpenBreweryDb(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  for (const file of files) {
    for await (const row of rowsOf(file)) {
      const at = { file: file.path, line: row.line }
      if ('broken' in row) {
        yield problem(at, row.broken)
        continue
      }
      const field = (name: string) => row.cells.get(name)
      const [sourceId, name, type] = [textIn(field('id')), nameIn(field('name')), textIn(field('brewery_type'))]
      if (sourceId === null) yield problem(at, 'no id')
      else if (name === null) yield problem(at, `no name in ${JSON.stringify(field('name') ?? '')}`)
      else if (type !== null && BREWS_NOTHING.has(type)) yield skipped(`brewery type ${type}`)
      else {
        const country = countryNamed(textIn(field('country')))
        const state = stateNamed(textIn(field('state_province')) ?? textIn(field('state')), country)
        const facts = { city: textIn(field('city')), state, country, website: websiteIn(field('website_url')) }
        yield { kind: 'brewery', at, brewery: { ...NO_BREWERY_FACTS, sourceId, name, ...facts, placeDecides: true } }
      }
    }
  }
}

/** Some begin with a mark that stands for nothing; a single letter is what is left of a name that was cut. */
function nameIn(value: unknown): string | null {
  const name = textIn(value)?.replace(/^["“”]+|["“”]+$/gu, '') ?? ''
  const plain = /^['’](?!t\b|n\b|s\b)/iu.test(name) ? name.slice(1).trim() : name
  return (plain.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2 ? plain : null
}
