/** A trie of all terms that may be spotted in a character lattice. Flat arrays: a catalogue of 100,000 beers has a quarter of a million nodes. */

/** Shorter words are found by chance. */
const SPOTTED_MIN_LENGTH = 4

/** The node that no link leads to, so that it also stands for 'none'. */
export const ROOT = 0

export class TermTrie {
  /** By node; node 0 is the root. A node's children are linked in a list: most have one. */
  readonly #firstChild: number[] = [ROOT]
  readonly #nextSibling: number[] = [ROOT]
  readonly #letter: string[] = ['']
  readonly #term: (number | undefined)[] = [undefined]
  readonly #depth: number[] = [0]
  #deepest = 0

  /** Adds a word of Latin letters and digits with its term id; other words, numbers and short words are ignored. */
  add(word: string, term: number): void {
    if (word.length < SPOTTED_MIN_LENGTH || !/^[0-9]*[a-z][a-z0-9]*$/.test(word)) return
    let node = ROOT
    for (const letter of word) node = this.#child(node, letter) ?? this.#addChild(node, letter)
    this.#term[node] = term
  }

  /** Length of the longest term. */
  get depth(): number {
    return this.#deepest
  }

  /** The first child of a node; `ROOT` if it has none. */
  firstChild(node: number): number {
    return this.#firstChild[node] ?? ROOT
  }

  /** The next child of the same parent; `ROOT` after the last. */
  nextSibling(node: number): number {
    return this.#nextSibling[node] ?? ROOT
  }

  letterOf(node: number): string {
    return this.#letter[node] ?? ''
  }

  /** The id of the term that ends at this node. */
  termOf(node: number): number | undefined {
    return this.#term[node]
  }

  /** Letters from the root to this node. */
  depthOf(node: number): number {
    return this.#depth[node] ?? 0
  }

  #child(node: number, letter: string): number | undefined {
    for (let child = this.firstChild(node); child !== ROOT; child = this.nextSibling(child))
      if (this.#letter[child] === letter) return child
    return undefined
  }

  #addChild(node: number, letter: string): number {
    const child = this.#letter.length
    this.#nextSibling.push(this.firstChild(node))
    this.#firstChild[node] = child
    this.#firstChild.push(ROOT)
    this.#letter.push(letter)
    this.#term.push(undefined)
    this.#depth.push(this.depthOf(node) + 1)
    this.#deepest = Math.max(this.#deepest, this.depthOf(child))
    return child
  }
}
