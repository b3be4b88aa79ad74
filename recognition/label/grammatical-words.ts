import { foldText } from '#catalogue'
import { WORDS } from '#catalogue/words'

/** Articles, prepositions and the like, folded: 'vom', 'fur'. */
export const GRAMMATICAL_WORDS: ReadonlySet<string> = new Set(WORDS.generic.grammatical.map(foldText))
