import { fold } from '#web/language/words.ts'

/** Shorter ones are parts of others by chance: 'de' and 'Westmalle Dubbel de Abdij'. */
const PART_MIN_LENGTH = 3

/**
 * What the lines of a label may call the beer: their words, each once, without those of the brewery and pieces of others, as a label is
 * read several times: 'chel chel Achel Blond' of Achel is 'Blond'.
 */
export function nameIn(lines: readonly string[], brewery: string | null): string {
  const words = lines.join(' ').split(/\s+/)
  const folded = words.map(fold)
  const known = [...fold(brewery ?? '').split(/\s+/), ...folded]
  return words
    .filter((_, index) => {
      const word = folded[index] ?? ''
      const isPiece = word.length >= PART_MIN_LENGTH && known.some((other) => other !== word && other.includes(word))
      return word !== '' && !isPiece && known.indexOf(word) === known.length - folded.length + index
    })
    .join(' ')
}
