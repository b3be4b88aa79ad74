/** Finds descriptions that say nearly the same in nearly the same words: a text about one beer fits no other. */
import { foldedWords } from '../text/folded-words.ts'

export interface Described {
  /** File and entry. */
  where: string
  /** Names of beer and brewery, whose words do not distinguish two texts. */
  names: readonly string[]
  text: string
}

/** From this share of common word pairs on, two texts are near-duplicates. */
const COMMON_SHARE_MIN = 0.5
/** Pairs of words that more texts than these share are phrases of the trade; they alone make no candidates. */
const COMMON_PHRASE = 40

/** Returns each near-duplicate with the first text that it repeats. */
export function nearDuplicates(described: readonly Described[]): { where: string; repeats: string }[] {
  const pairs = described.map(wordPairsOf)
  const textsWith = new Map<string, number[]>()
  for (const [at, own] of pairs.entries())
    for (const pair of own) {
      const texts = textsWith.get(pair)
      if (texts) texts.push(at)
      else textsWith.set(pair, [at])
    }
  const found: { where: string; repeats: string }[] = []
  for (const [at, own] of pairs.entries()) {
    const common = new Map<number, number>()
    for (const pair of own) {
      const texts = textsWith.get(pair) ?? []
      if (texts.length > COMMON_PHRASE) continue
      for (const other of texts) if (other < at) common.set(other, (common.get(other) ?? 0) + 1)
    }
    const repeated = [...common.keys()]
      .sort((a, b) => a - b)
      .find((other) => commonShare(own, pairs[other] ?? new Set()) >= COMMON_SHARE_MIN)
    const [text, first] = [described[at], repeated === undefined ? undefined : described[repeated]]
    if (text && first) found.push({ where: text.where, repeats: first.where })
  }
  return found
}

/** Neighbouring words, without numbers and the names of beer and brewery. */
function wordPairsOf({ names, text }: Described): Set<string> {
  const named = new Set(names.flatMap((name) => foldedWords(name)))
  const words = foldedWords(text).filter((word) => !named.has(word) && !/^\d+$/.test(word))
  return new Set(words.slice(1).map((word, nth) => `${words[nth]} ${word}`))
}

/** Jaccard index. */
function commonShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const pair of a) if (b.has(pair)) common++
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}
