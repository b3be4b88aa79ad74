/**
 * Which passwords are accepted, after NIST SP 800-63B: length and no well-known password, instead of required kinds of characters.
 */
export const PASSWORD_MIN_LENGTH = 12
export const PASSWORD_MAX_LENGTH = 200
/** A password that is left with fewer characters once words and runs anyone would try are removed is easy to guess. */
const MIN_UNPREDICTABLE = 5

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]
const WORDS = [
  'beergoggles',
  'password',
  'passwort',
  'letmein',
  'iloveyou',
  'welcome',
  'changeme',
  'administrator',
  'football',
  'baseball',
  'superman',
  'sunshine',
  'princess',
  'beer',
  'secret',
]
/** Shorter pieces of a run occur in ordinary words. */
const MIN_RUN = 4

export type PasswordProblem = 'tooShort' | 'tooLong' | 'easyToGuess'

/** Returns what is wrong with a new password, or undefined. `personal` are words that a guesser knows: names and e-mail address. */
export function problemWithPassword(password: string, personal: readonly string[]): PasswordProblem | undefined {
  const length = [...password.normalize('NFKC')].length
  if (length < PASSWORD_MIN_LENGTH) return 'tooShort'
  if (length > PASSWORD_MAX_LENGTH) return 'tooLong'
  const rest = unpredictable(password.normalize('NFKC').toLowerCase(), personal)
  if (new Set(rest).size < MIN_UNPREDICTABLE) return 'easyToGuess'
  return undefined
}

function unpredictable(password: string, personal: readonly string[]): string {
  const words = [...personal.flatMap((text) => text.toLowerCase().split(/[\s@.]+/)), ...WORDS]
  const withoutWords = words
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ''), password)
  return withoutRuns(withoutWords)
}

function withoutRuns(text: string): string {
  const runs = RUNS.flatMap((run) => [run, [...run].reverse().join('')])
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const length = Math.max(...runs.map((run) => sharedLength(text, at, run)))
    if (length < MIN_RUN) rest += text[at]
    at += length < MIN_RUN ? 1 : length
  }
  return rest
}

/** The number of characters from `at` on that appear in the run one after another. */
function sharedLength(text: string, at: number, run: string): number {
  const start = run.indexOf(text.charAt(at))
  if (start < 0) return 0
  let length = 1
  while (at + length < text.length && run[start + length] === text[at + length]) length += 1
  return length
}
