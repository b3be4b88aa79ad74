/** What the given lines say, word by word: each known word with how well it was read and which lines carry it. */
import type { Words } from './catalogue.ts'
import { readWords } from './read-words.ts'
import type { WordHit } from './vocabulary.ts'

export interface WordEvidence {
  /** 0-1: how much of the word is really there. */
  quality: number
  /** 0-1: quality, less where the reader doubts or the print is small. */
  weight: number
  lines: Set<number>
}

export interface Evidence {
  /** By index of the known word. */
  words: ReadonlyMap<number, WordEvidence>
  /** Every word as printed, known or not, with its weight. */
  printed: ReadonlyMap<string, number>
}

interface Finder {
  find(printed: string): readonly WordHit[]
  findJoined(first: string, second: string): readonly WordHit[]
}

/** The share of a word that unsure reading and small print leave. */
const DOUBT = { confidence: 0.35, prominence: 0.25 }

export function gatherEvidence(lines: readonly Words[], vocabulary: Finder): Evidence {
  const words = new Map<number, WordEvidence>()
  const printed = new Map<string, number>()
  const add = ({ word, quality }: WordHit, trust: number, line: number) => {
    const weight = quality * trust
    const held = words.get(word)
    if (!held) {
      words.set(word, { quality, weight, lines: new Set([line]) })
      return
    }
    held.lines.add(line)
    held.quality = Math.max(held.quality, quality)
    held.weight = Math.max(held.weight, weight)
  }
  for (const [index, line] of lines.entries()) {
    const trust = trustIn(line)
    const read = readWords(line.text)
    for (const [position, word] of read.entries()) {
      printed.set(word, Math.max(printed.get(word) ?? 0, trust))
      for (const hit of vocabulary.find(word)) add(hit, trust, index)
      const next = read[position + 1]
      if (next !== undefined) for (const hit of vocabulary.findJoined(word, next)) add(hit, trust, index)
    }
  }
  return { words, printed }
}

function trustIn({ confidence, prominence }: Words): number {
  const doubt =
    DOUBT.confidence * (1 - Math.min(1, confidence / 0.9)) + DOUBT.prominence * (1 - Math.min(1, prominence * 2))
  return Math.max(0.3, 1 - doubt)
}
