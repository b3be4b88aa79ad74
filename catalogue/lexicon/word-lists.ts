/** The word lists of the catalogue. */
import { z } from 'zod'

const Words = z.array(z.string().min(1))

/** The format of `data/words.yaml`. Except in `generic`, words are written as `tokenize` returns them. */
export const WordFile = z.strictObject({
  /** Words that labels and menus carry and that never name a beer, by topic. */
  generic: z.record(z.string(), Words),
  /** Words that distinguish beers of one brewery, by group: on labels and in names. */
  variants: z.strictObject({ strength: Words, colour: Words, bock: Words, edition: Words, flavour: Words }),
  /** Further words that do so only where two names are compared. */
  nameVariants: Words,
  /** Words of brewery names that do not identify a brewery: 'brewing', 'gmbh'. */
  trade: Words,
  /** The same for the premises of a brewery: 'taproom'. */
  premises: Words,
  /** Words that add nothing to a beer name. */
  fillers: Words,
  /** Words that one name of a beer may have and the other not. */
  praise: Words,
  /** Words before the year of foundation. */
  since: Words,
  /** Single letters that are words if another word follows. */
  conjunctions: Words,
  /** Translations by the word that represents them. */
  translations: z.record(z.string(), Words),
})
export type WordLists = z.infer<typeof WordFile>
