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

/** A printed word that could be a name: not ordinary, no number, at least three letters. */
interface TellingWord {
  /** How much it stands out, 0-1: prominence and the reader's confidence together. */
  size: number
  /** The same, 0 for what the reader only guesses: misread words say nothing against a name. */
  sure: number
  /** The known words that it may be. */
  words: readonly number[]
}

export interface Evidence {
  /** By index of the known word. */
  words: ReadonlyMap<number, WordEvidence>
  /** Every word as printed or as surely meant, with how large it stands there: 0 in the small print, 1 on the label. */
  printed: ReadonlyMap<string, number>
  telling: readonly TellingWord[]
  /** The words of each line that has only known or ordinary ones: such a line may be a whole name. */
  wholeLines: readonly ReadonlySet<string>[]
}

interface Finder {
  find(printed: string): readonly WordHit[]
  wordAt(id: number): string
  findJoined(first: string, second: string): readonly WordHit[]
}

/** The share of a word that unsure reading and small print leave. */
const DOUBT = { confidence: 0.35, prominence: 0.25 }

/** Prominence up to which a line is small print, and from which it is not. */
const SMALL_PRINT = { upTo: 0.1, from: 0.35 }
/** Confidence of a line up to which its words are guessed, and from which they are read. */
const GUESSED = { upTo: 0.85, from: 0.97 }
/** A misread word of this quality is taken for the word it was meant to be. */
const SURE = 0.82

export function gatherEvidence(
  lines: readonly Words[],
  vocabulary: Finder,
  isOrdinary: (word: string) => boolean,
): Evidence {
  const words = new Map<number, WordEvidence>()
  const printed = new Map<string, number>()
  const telling = new Map<string, TellingWord>()
  const wholeLines: ReadonlySet<string>[] = []
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
    const size = sizeOf(line)
    const note = (word: string) => printed.set(word, Math.max(printed.get(word) ?? 0, size))
    const known = read.map((word) => {
      const [hit] = vocabulary.find(word)
      return hit ? vocabulary.wordAt(hit.word) : isOrdinary(word) ? word : undefined
    })
    if (known.length > 0 && !known.includes(undefined))
      wholeLines.push(new Set(known.filter((word) => word !== undefined)))
    for (const [position, word] of read.entries()) {
      note(word)
      const next = read[position + 1]
      const joined = next === undefined ? [] : vocabulary.findJoined(word, next)
      const hits = [...vocabulary.find(word), ...joined]
      for (const hit of hits) {
        add(hit, trust, index)
        if (hit.quality >= SURE) note(vocabulary.wordAt(hit.word))
      }
      const size = line.prominence * line.confidence
      if (size > (telling.get(word)?.size ?? 0) && word.length >= 3 && !/^\d/.test(word) && !isOrdinary(word))
        telling.set(word, { size, sure: line.prominence * surenessOf(word, line), words: hits.map((hit) => hit.word) })
    }
  }
  return { words, printed, telling: [...telling.values()], wholeLines }
}

/** 0 in the small print, 1 on the label. */
function sizeOf({ prominence }: Words): number {
  return Math.min(1, Math.max(0, (prominence - SMALL_PRINT.upTo) / (SMALL_PRINT.from - SMALL_PRINT.upTo)))
}

/** 0-1: how sure it is that this is a word as printed. */
function surenessOf(word: string, { confidence }: Words): number {
  if (!/^\p{L}{4,}$/u.test(word)) return 0
  return Math.min(1, Math.max(0, (confidence - GUESSED.upTo) / (GUESSED.from - GUESSED.upTo)))
}

function trustIn({ confidence, prominence }: Words): number {
  const doubt =
    DOUBT.confidence * (1 - Math.min(1, confidence / 0.9)) + DOUBT.prominence * (1 - Math.min(1, prominence * 2))
  return Math.max(0.3, 1 - doubt)
}
