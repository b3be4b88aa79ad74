/** Styles as imports need them: those of the lexicon by every alias, and those that style guides added to the database. */
import { createCatalogue, type Lexicons, styleSpelling } from '#catalogue'
import type { Conn } from '../db/database.ts'
import { styles } from '../db/schema.ts'
import type { KnownStyles } from './place-rows.ts'

const NO_ROWS = { version: 0, breweries: [], beers: [] }

export async function loadKnownStyles(conn: Conn, lexicons: Lexicons): Promise<KnownStyles> {
  const { styleIn } = createCatalogue(NO_ROWS, lexicons)
  const stored = await conn.select({ name: styles.name, family: styles.family }).from(styles)
  const bySpelling = new Map<string, string>(stored.map(({ name }) => [styleSpelling(name), name]))
  const families = new Map(stored.map(({ name, family }) => [name, family]))
  for (const { name, family, aliases } of lexicons.styles) {
    families.set(name, family)
    for (const spelling of [name, ...aliases]) bySpelling.set(styleSpelling(spelling), name)
  }
  return {
    // 'X-Style' says no more than 'X', and a longer match would win by it.
    named: (text) => bySpelling.get(styleSpelling(text)) ?? styleIn(text.replace(/[\s-]+style\b/giu, ''))?.style,
    has: (name) => bySpelling.has(styleSpelling(name)),
    familyOf: (style) => families.get(style),
  }
}
