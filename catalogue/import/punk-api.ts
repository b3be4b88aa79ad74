/** BrewDog's recipes in the form of the Punk API: one brewery, no styles. The texts are BrewDog's and stay where they are. */
import { beerNameIn } from './beer-names.ts'
import { drinkKindOf } from './drink-kind.ts'
import { abvIn, ibuIn, saysAlcoholFree, textIn } from './fields.ts'
import { type ImportFile, type ImportItem, NO_BEER_FACTS, NO_BREWERY_FACTS, problem, skipped } from './imported.ts'
import { jsonRecordsOf } from './json-records.ts'

const BREWDOG = {
  ...NO_BREWERY_FACTS,
  sourceId: 'brewdog',
  name: 'BrewDog',
  city: 'Ellon',
  country: 'United Kingdom',
  founded: 2007,
}

export async function* readPunkApi(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  for (const file of files) {
    for await (const row of jsonRecordsOf(file)) {
      const at = { file: file.path, line: row.line }
      if ('broken' in row) {
        yield problem(at, row.broken)
        continue
      }
      const { record } = row
      const [sourceId, named, tagline] = [textIn(record.id), beerNameIn(record.name), textIn(record.tagline)]
      if (sourceId === null || named === null) {
        yield problem(at, 'no id or no name')
        continue
      }
      const kind = drinkKindOf(tagline, named.name)
      if (kind === 'other') {
        yield skipped('no beer, cider or mead')
        continue
      }
      const abv = abvIn(record.abv, saysAlcoholFree(named.name, tagline))
      if (abv === 'wrong') yield problem(at, `ABV ${textIn(record.abv)} left empty`)
      const styleHints = [named.name, ...(tagline ? [tagline] : [])]
      const facts = { abv: abv === 'wrong' ? null : abv, ibu: ibuIn(record.ibu), kind }
      yield { kind: 'beer', at, beer: { ...NO_BEER_FACTS, sourceId, ...named, brewery: BREWDOG, styleHints, ...facts } }
    }
  }
}
