/** Collects the evidence of printed lines: which catalogue terms they contain, how well each was read, and on which lines. */
import type { CharacterLattice, PrintedLine } from '../catalogue.ts'
import type { TermHit } from '../terms/label-profile.ts'
import type { SpottedWord } from '../terms/spot-words.ts'
import { ALCOHOL_FREE, statesAlcoholFree, tokenize } from '../text/tokens.ts'
import { EVIDENCE } from './weights.ts'

interface TokenEvidence {
  /** 0-1: quality of the best match of the term. */
  quality: number
  /** 0-1: quality, reduced for uncertain OCR and small print. */
  weight: number
  /** Indices of the lines that contain the term. */
  lines: Set<number>
}

/** A printed token that may be a name: no stop word, no number, at least three letters. */
interface DistinctiveToken {
  /** 0-1: prominence times OCR confidence. */
  size: number
  /** 0-1: prominence times the certainty that the token is no misreading. Misread tokens do not contradict a name. */
  certainty: number
  /** The catalogue terms that it may be, or contain. */
  terms: readonly number[]
  /** What it may be as a whole: one term, or all those that ran together in it. */
  readings: readonly (readonly number[])[]
}

export interface Evidence {
  /** By term id. */
  terms: ReadonlyMap<number, TokenEvidence>
  /** Size of each token, as printed and as corrected: 0 for small print, 1 for the size of names. */
  printed: ReadonlyMap<string, number>
  /** False if the printed 'alcohol-free' is only the word 'zero', which may be part of a name. */
  statesAlcoholFree: boolean
  distinctive: readonly DistinctiveToken[]
  /** The tokens of each line that consists of known terms and stop words only: such a line may be a complete name. */
  knownLines: readonly ReadonlySet<string>[]
}

interface TermLookup {
  find(printed: string): readonly TermHit[]
  textOf(term: number): string
  findJoined(first: string, second: string): readonly TermHit[]
  spot(lattice: CharacterLattice): readonly SpottedWord[]
}

/** Which lines of one label have which tokens. The lines may come in any order; indices in the result refer to them. */
export function collectEvidence(
  lines: readonly PrintedLine[],
  lookup: TermLookup,
  isStopWord: (token: string) => boolean,
): Evidence {
  const terms = new Map<number, TokenEvidence>()
  const printed = new Map<string, number>()
  const distinctive = new Map<string, DistinctiveToken>()
  const knownLines: ReadonlySet<string>[] = []
  let isAlcoholFree = false
  const addTerm = ({ term, quality }: TermHit, trust: number, line: number) => {
    const weight = quality * trust
    const existing = terms.get(term)
    if (!existing) {
      terms.set(term, { quality, weight, lines: new Set([line]) })
      return
    }
    existing.lines.add(line)
    existing.quality = Math.max(existing.quality, quality)
    existing.weight = Math.max(existing.weight, weight)
  }
  for (const [index, line] of lines.entries()) {
    const trust = trustIn(line)
    const tokens = tokenize(line.text)
    isAlcoholFree ||= tokens.includes(ALCOHOL_FREE) && statesAlcoholFree(line.text)
    const printSize = ramp(line.prominence, EVIDENCE.smallPrint)
    const addPrinted = (token: string) => printed.set(token, Math.max(printed.get(token) ?? 0, printSize))
    const spotted = spottedHits(tokens, line, lookup)
    const known = tokens.map((token, position) => {
      const [best] = readingsOf([...lookup.find(token), ...(spotted[position] ?? [])])
      return best ? best.map((term) => lookup.textOf(term)) : isStopWord(token) ? [token] : []
    })
    if (known.length > 0 && known.every((texts) => texts.length > 0)) knownLines.push(new Set(known.flat()))
    for (const [position, token] of tokens.entries()) {
      addPrinted(token)
      const next = tokens[position + 1]
      const joined = next === undefined ? [] : lookup.findJoined(token, next)
      const hits = [...lookup.find(token), ...joined, ...(spotted[position] ?? [])]
      for (const hit of hits) {
        addTerm(hit, trust, index)
        if (hit.quality >= EVIDENCE.correctedMinQuality) addPrinted(lookup.textOf(hit.term))
      }
      const size = line.prominence * line.confidence
      if (size > (distinctive.get(token)?.size ?? 0) && token.length >= 3 && !/^\d/.test(token) && !isStopWord(token))
        distinctive.set(token, {
          size,
          certainty: line.prominence * certaintyOf(token, line),
          terms: hits.map((hit) => hit.term),
          readings: readingsOf(hits),
        })
    }
  }
  return { terms, printed, statesAlcoholFree: isAlcoholFree, distinctive: [...distinctive.values()], knownLines }
}

/** What a printed word may be as a whole, best first: a term, or several that ran together. */
function readingsOf(hits: readonly TermHit[]): number[][] {
  const whole = hits.filter(({ explains }) => explains === 'whole').map(({ term }) => [term])
  const together = hits.filter(({ explains }) => explains === 'together').map(({ term }) => term)
  if (together.length === 0) return whole
  const isFirst = hits.find(({ explains }) => explains !== 'part')?.explains === 'together'
  return isFirst ? [together, ...whole] : [...whole, together]
}

/**
 * The words spotted in the line's lattice, for each of its tokens: a word belongs to the token in whose stretch of the line its middle is.
 * Its quality is the likelihood of a letter of the word relative to that of the best path, as a geometric mean.
 */
function spottedHits(tokens: readonly string[], { lattice }: PrintedLine, lookup: TermLookup): TermHit[][] {
  const hits: TermHit[][] = tokens.map(() => [])
  if (!lattice || tokens.length === 0) return hits
  const letters = tokens.reduce((sum, token) => sum + token.length, 0)
  for (const { term, cost, from, to } of lookup.spot(lattice)) {
    let before = ((from + to) / 2 / lattice.steps) * letters
    const position = tokens.findIndex((token) => {
      before -= token.length
      return before < 0
    })
    const at = position < 0 ? tokens.length - 1 : position
    const isWhole = lookup.textOf(term).length >= (tokens[at]?.length ?? 0) * EVIDENCE.wholeWordMinShare
    hits[at]?.push({ term, quality: Math.exp(-cost), explains: isWhole ? 'whole' : 'part' })
  }
  return hits
}

/** 0-1: how certain it is that the token is printed as it was read. */
function certaintyOf(token: string, { confidence }: PrintedLine): number {
  return /^\p{L}{4,}$/u.test(token) ? ramp(confidence, EVIDENCE.certainty) : 0
}

/** `minTrust` to 1: the share of a match's quality that counts as weight on this line. */
function trustIn({ confidence, prominence }: PrintedLine): number {
  const { confidenceLoss, fullConfidence, prominenceLoss, fullProminence, minTrust } = EVIDENCE
  const loss =
    confidenceLoss * (1 - Math.min(1, confidence / fullConfidence)) +
    prominenceLoss * (1 - Math.min(1, prominence / fullProminence))
  return Math.max(minTrust, 1 - loss)
}

/** Linear from 0 at `from` to 1 at `to`, constant outside. */
function ramp(value: number, { from, to }: { from: number; to: number }): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}
