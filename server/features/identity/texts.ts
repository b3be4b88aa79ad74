import { texts } from '../../adapters/language/texts.ts'
import cs from './messages/cs.json' with { type: 'json' }
import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import es from './messages/es.json' with { type: 'json' }
import fr from './messages/fr.json' with { type: 'json' }
import it from './messages/it.json' with { type: 'json' }
import ja from './messages/ja.json' with { type: 'json' }
import nl from './messages/nl.json' with { type: 'json' }

export const textsIn = texts('identity', { cs, de, en, es, fr, it, ja, nl })
export type Texts = ReturnType<typeof textsIn>
