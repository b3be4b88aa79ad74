/** BrewDog's recipes in the format of the Punk API: one brewery, no styles. The descriptions are copyrighted and not imported. */
import { parseBeerName } from './beer-names.ts'
import { drinkKindOf } from './drink-kind.ts'
import { mentionsAlcoholFree, parseIbu, parseText } from './fields.ts'
import {
  type ImportFile,
  type ImportItem,
  problem,
  readAbv,
  skipped,
  UNKNOWN_BEER_FACTS,
  UNKNOWN_BREWERY_FACTS,
} from './imported.ts'
import { parseJsonRecords } from './json-records.ts'

const BREWDOG = {
  ...UNKNOWN_BREWERY_FACTS,
  sourceId: 'brewdog',
  name: 'BrewDog',
  city: 'Ellon',
  country: 'United Kingdom',
  founded: 2007,
}

export async function* parsePunkApi(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  for (const file of files) {
    for await (const row of parseJsonRecords(file)) {
      const at = { file: file.path, line: row.line }
      if ('error' in row) {
        yield problem(at, row.error)
        continue
      }
      const { record } = row
      const [sourceId, named, tagline] = [parseText(record.id), parseBeerName(record.name), parseText(record.tagline)]
      if (sourceId === null || named === null) {
        yield problem(at, 'no id or no name')
        continue
      }
      const kind = drinkKindOf(tagline, named.name)
      if (kind === 'other') {
        yield skipped('not a beer, cider or mead')
        continue
      }
      const abv = yield* readAbv(at, record.abv, mentionsAlcoholFree(named.name, tagline))
      const styleHints = [named.name, ...(tagline ? [tagline] : [])]
      const facts = { abv, ibu: parseIbu(record.ibu), kind }
      yield {
        kind: 'beer',
        at,
        beer: { ...UNKNOWN_BEER_FACTS, sourceId, ...named, brewery: BREWDOG, styleHints, ...facts },
      }
    }
  }
}
