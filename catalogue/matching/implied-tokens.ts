/** What the label of a beer prints without saying more about it than its name does. */
import { tokenize } from '../text/tokens.ts'
import type { IndexedBeer } from './match-index.ts'

/** Returns the tokens that a label of the beer may print: those of its names, its brewery and its style. */
export type ImpliedTokens = (beer: IndexedBeer) => ReadonlySet<string>

/** `styleTokens` holds the tokens of each style's names by style. Results are cached as long as the beer is indexed. */
export function impliedTokens(styleTokens: ReadonlyMap<string, ReadonlySet<string>>): ImpliedTokens {
  const cache = new WeakMap<IndexedBeer, ReadonlySet<string>>()
  return (beer) => {
    const cached = cache.get(beer)
    if (cached) return cached
    const names = [beer.row.name, ...beer.row.aliases, beer.brewery?.name ?? '']
    const tokens = new Set([...names.flatMap(tokenize), ...(styleTokens.get(beer.row.style ?? '') ?? [])])
    cache.set(beer, tokens)
    return tokens
  }
}
