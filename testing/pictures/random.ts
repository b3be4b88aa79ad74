/** A seeded random number generator (mulberry32): the same seed gives the same sequence on every machine. */
export interface Random {
  /** A number in [low, high). */
  between(low: number, high: number): number
  /** An integer in [low, high]. */
  whole(low: number, high: number): number
  pick<T extends readonly [unknown, ...unknown[]]>(choices: T): T[number]
  chance(probability: number): boolean
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between: (low, high) => low + next() * (high - low),
    whole,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    chance: (probability) => next() < probability,
  }
}
