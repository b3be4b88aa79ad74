/** Checks the spaces and punctuation of translations. English is left out: it is partly verbatim from the specification. */
import type { MessageFile } from '../message-files.ts'

type Rule = readonly [pattern: RegExp, problem: string]

const EVERYWHERE: readonly Rule[] = [
  [/\p{L}'\p{L}/u, "has a straight apostrophe instead of '’'"],
  [/\.\.\./, "has three dots instead of '…'"],
  [/^ | $| {2}/, 'has a space too many'],
]

const NO_SPACE_BEFORE: Rule = [/\s[;:!?]/, 'has a space before ; : ! or ?']
const SPACE_BEFORE_PERCENT: Rule = [/[ \d}]%/, 'needs a no-break space (U+00A0) before %']

const MARKS = [...'"„“”«»「」‘']

/** Forbids the quotation marks of other languages. */
function quotes(own: string): Rule {
  const others = MARKS.filter((mark) => !own.includes(mark)).join('')
  return [new RegExp(`[${others}]`), `takes the quotation marks ${own}`]
}

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  cs: [quotes('„“'), NO_SPACE_BEFORE, SPACE_BEFORE_PERCENT, [/[\d}]-[\d{]/, 'needs a dash (–) in a range']],
  de: [quotes('„“'), NO_SPACE_BEFORE, SPACE_BEFORE_PERCENT, [/[^\u00a0]…/, 'needs a no-break space (U+00A0) before …']],
  es: [quotes('«»'), NO_SPACE_BEFORE, SPACE_BEFORE_PERCENT, [/(?:^|\?)[^¿]*\?|(?:^|!)[^¡]*!/, 'lacks ¿ or ¡']],
  fr: [
    quotes('«»'),
    [/[^\u202f][;!?]|[ \u00a0\d}]%/, 'needs a narrow no-break space (U+202F) before ; ! ? and %'],
    [/[^\u00a0]:|«[^\u00a0]|[^\u00a0]»/, 'needs a no-break space (U+00A0) before : and inside «»'],
    [/(?<!\p{L})(?:tu|toi|ton|ta|tes)(?!\p{L})/iu, 'addresses users as tu instead of vous'],
  ],
  it: [quotes('«»'), NO_SPACE_BEFORE],
  ja: [quotes('「」'), [/[;:!?()]/, 'has half-width punctuation']],
  nl: [quotes('‘'), NO_SPACE_BEFORE],
}

export function typographyProblems(language: string, translated: readonly MessageFile[]): string[] {
  const rules = [...EVERYWHERE, ...(RULES[language] ?? [])]
  return translated.flatMap(({ path, messages }) =>
    Object.entries(messages).flatMap(([key, message]) =>
      rules.filter(([pattern]) => pattern.test(message)).map(([, problem]) => `${path}: ${key}: ${problem}`),
    ),
  )
}
