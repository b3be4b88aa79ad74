/** Style lookup for imports: the styles of the lexicon with their aliases, and those that style guides added to the database. */
import { type Lexicons, openCatalogue } from '#catalogue'
import { styleKey } from '#catalogue/import'
import type { Conn } from '../../adapters/db/database.ts'
import { styles } from '../../adapters/db/schema.ts'
import type { KnownStyles } from './resolve-rows.ts'

const NO_ROWS = { version: 0, breweries: [], beers: [] }

export async function loadKnownStyles(conn: Conn, lexicons: Lexicons): Promise<KnownStyles> {
  const { styleIn } = openCatalogue(NO_ROWS, lexicons)
  const stored = await conn.select({ name: styles.name, family: styles.family }).from(styles)
  const bySpelling = new Map<string, string>(stored.map(({ name }) => [styleKey(name), name]))
  const families = new Map(stored.map(({ name, family }) => [name, family]))
  for (const { name, family, aliases } of lexicons.styles) {
    families.set(name, family)
    for (const spelling of [name, ...aliases]) bySpelling.set(styleKey(spelling), name)
  }
  return {
    // 'X-Style' means 'X'; without this, a longer alias that ends in 'style' would win.
    find: (text) => bySpelling.get(styleKey(text)) ?? styleIn(text.replace(/(?<![\s-])[\s-]+style\b/giu, ''))?.style,
    has: (name) => bySpelling.has(styleKey(name)),
    familyOf: (style) => families.get(style),
  }
}
