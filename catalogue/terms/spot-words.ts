/**
 * Spots terms in a character lattice: keyword spotting by token passing (Young, Russell and Thornton 1989) over a trie, with the
 * states of CTC (Graves et al. 2006). A word costs what its best path costs above the best path of the same time steps, so a word
 * that best-path decoding reads costs nothing.
 */
import type { CharacterLattice } from '../catalogue.ts'
import { ROOT, type TermTrie } from './term-trie.ts'

export interface SpottedWord {
  /** Id of the term. */
  term: number
  /** Its number of letters and digits. */
  length: number
  /** Nats per letter above the best path, 0 to `COST_MAX`. */
  cost: number
  /** Its first and last time step. */
  from: number
  to: number
}

/** Words that cost more nats per letter are noise. */
export const COST_MAX = 0.6
/** Nats that a beginning may cost beyond `COST_MAX` per letter, because its later letters may be certain. */
const SLACK = 2
/** Nats for a word that begins or ends inside a printed word. */
const NO_BOUNDARY = 1.5
/** Words compete for the time steps they share if these are more than this share of the shorter one. */
const SHARED_MAX = 0.5
/** The unit of a lattice's costs. */
const UNITS_PER_NAT = 16

/** Returns the words printed on a line, those that explain most of it first. None of them share much of it. */
export function spotWords(lattice: CharacterLattice, trie: TermTrie): SpottedWord[] {
  const line = excessOf(lattice)
  const limits = Array.from({ length: trie.depth + 1 }, (_, depth) => (SLACK + COST_MAX * depth) * UNITS_PER_NAT)
  const found = new Map<number, SpottedWord>()
  let current = new Paths()
  let next = new Paths()
  for (let step = 0; step < line.steps; step++) {
    const blank = line.blank(step)
    const extend = (node: number, cost: number, from: number) => {
      if (cost <= (limits[trie.depthOf(node)] ?? 0)) next.offer(node, cost, from, false)
    }
    for (const node of current.nodes) {
      const inLetter = current.cost(node, false)
      const inBlank = current.cost(node, true)
      const best = Math.min(inLetter, inBlank)
      const bestFrom = current.from(node, inBlank < inLetter)
      const letter = trie.letterOf(node)
      extend(node, inLetter + line.letter(step, letter), current.from(node, false))
      if (best + blank <= (limits[trie.depthOf(node)] ?? 0)) next.offer(node, best + blank, bestFrom, true)
      for (let child = trie.firstChild(node); child !== ROOT; child = trie.nextSibling(child)) {
        // CTC needs a blank between two equal letters.
        if (trie.letterOf(child) === letter)
          extend(child, inBlank + line.letter(step, letter), current.from(node, true))
        else extend(child, best + line.letter(step, trie.letterOf(child)), bestFrom)
      }
    }
    for (let child = trie.firstChild(ROOT); child !== ROOT; child = trie.nextSibling(child))
      extend(child, line.start(step) + line.letter(step, trie.letterOf(child)), step)
    for (const node of next.nodes) {
      const term = trie.termOf(node)
      if (term === undefined || next.cost(node, false) === Number.POSITIVE_INFINITY) continue
      const length = trie.depthOf(node)
      const cost = (next.cost(node, false) + line.end(step)) / UNITS_PER_NAT / length
      if (cost <= COST_MAX && cost < (found.get(term)?.cost ?? Number.POSITIVE_INFINITY))
        found.set(term, { term, length, cost, from: next.from(node, false), to: step })
    }
    ;[current, next] = [next, current]
    next.clear()
  }
  return withoutOverlaps([...found.values()])
}

/** The cheapest paths to each node of the trie at one time step: those that end in its letter, and those that end in a blank after it. */
class Paths {
  readonly nodes: number[] = []
  readonly #slots = new Map<number, number>()
  readonly #costs: number[] = []
  readonly #from: number[] = []

  offer(node: number, cost: number, from: number, endsInBlank: boolean): void {
    let slot = this.#slots.get(node)
    if (slot === undefined) {
      slot = this.nodes.length * 2
      this.#slots.set(node, slot)
      this.nodes.push(node)
      this.#costs[slot] = Number.POSITIVE_INFINITY
      this.#costs[slot + 1] = Number.POSITIVE_INFINITY
    }
    const place = endsInBlank ? slot + 1 : slot
    if (cost >= (this.#costs[place] ?? 0)) return
    this.#costs[place] = cost
    this.#from[place] = from
  }

  cost(node: number, endsInBlank: boolean): number {
    return this.#costs[(this.#slots.get(node) ?? 0) + (endsInBlank ? 1 : 0)] ?? Number.POSITIVE_INFINITY
  }

  from(node: number, endsInBlank: boolean): number {
    return this.#from[(this.#slots.get(node) ?? 0) + (endsInBlank ? 1 : 0)] ?? 0
  }

  clear(): void {
    this.nodes.length = 0
    this.#slots.clear()
  }
}

/** The costs of a line above its best path, in units of the lattice. */
interface Excess {
  steps: number
  blank(step: number): number
  letter(step: number, letter: string): number
  /** For a word that begins, or ends, at this step: 0 beside a space or the end of the line. */
  start(step: number): number
  end(step: number): number
}

function excessOf({ symbols, steps, costs }: CharacterLattice): Excess {
  const width = symbols.length
  const columns = new Map([...symbols].map((symbol, column) => [symbol, column]))
  const cost = (step: number, column: number) => costs[step * width + column] ?? 0
  const best = Array.from({ length: steps }, (_, step) => {
    let column = 0
    for (let other = 1; other < width; other++) if (cost(step, other) < cost(step, column)) column = other
    return column
  })
  const excess = (step: number, column: number) => cost(step, column) - cost(step, best[step] ?? 0)
  const [blank, other, space] = [0, 1, columns.get(' ') ?? 1]
  /** Walks from a step to the next letter of the best path, and returns the cost of a boundary on the way. */
  const boundary = (from: number, direction: 1 | -1) => {
    let cheapest = NO_BOUNDARY * UNITS_PER_NAT
    for (let step = from; step >= 0 && step < steps; step += direction) {
      const column = best[step] ?? blank
      if (column === space || column === other) return 0
      cheapest = Math.min(cheapest, excess(step, space), excess(step, other))
      if (column !== blank) return cheapest
    }
    return 0
  }
  const starts = Array.from({ length: steps }, (_, step) => boundary(step - 1, -1))
  const ends = Array.from({ length: steps }, (_, step) => boundary(step + 1, 1))
  return {
    steps,
    blank: (step) => excess(step, blank),
    letter: (step, letter) => excess(step, columns.get(letter) ?? other),
    start: (step) => starts[step] ?? 0,
    end: (step) => ends[step] ?? 0,
  }
}

/** Of words that share much of the line, those that explain most of it: many letters at little cost. */
function withoutOverlaps(words: readonly SpottedWord[]): SpottedWord[] {
  const gain = ({ length, cost }: SpottedWord) => length * (COST_MAX - cost)
  const kept: SpottedWord[] = []
  for (const word of [...words].sort((a, b) => gain(b) - gain(a) || a.term - b.term))
    if (!kept.some((other) => sharedSteps(word, other) > SHARED_MAX)) kept.push(word)
  return kept
}

/** Shared time steps, as a share of the shorter word's. */
function sharedSteps(a: SpottedWord, b: SpottedWord): number {
  const shared = Math.min(a.to, b.to) - Math.max(a.from, b.from) + 1
  return Math.max(0, shared) / (1 + Math.min(a.to - a.from, b.to - b.from))
}
