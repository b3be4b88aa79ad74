// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test has templates.
import { describe, expect, it } from 'vitest'
import { codeProblems } from './codes.ts'
import { literalProblems } from './literals.ts'
import { englishProblems, missingKeys, translationProblems, uncountedProblems } from './messages.ts'
import { sourceOf } from './sources.ts'
import { comparedWith, staleKeys, staleProblems } from './stale.ts'
import { typographyProblems } from './typography.ts'
import { usageProblems } from './usage.ts'

const file = (messages: Record<string, string>, language = 'en') => ({
  path: `web/menu/messages/${language}.json`,
  folder: 'menu',
  messages,
})

describe('messages', () => {
  const english = [file({ title: 'Menu', count: '{beers, plural, one {# beer} other {# beers}}', steps: 'One\nTwo' })]
  const problemsOf = (language: string, messages: Record<string, string>) =>
    translationProblems(language, english, [file(messages, language)])

  it('accepts a translation with the same placeholders, lines and all plural forms', () => {
    const messages = {
      title: 'Nabídka',
      count: '{beers, plural, one {1 pivo} few {# piva} other {# piv}}',
      steps: 'A\nB',
    }
    expect(problemsOf('cs', messages)).toEqual([])
    expect(missingKeys(english, [file(messages, 'cs')])).toEqual([])
  })

  it.each([
    ['cs', { count: '{beers, plural, one {# pivo} other {# piv}}' }, "no plural form 'few'"],
    ['ja', { count: '{beers, plural, one {# beer} other {# beers}}' }, 'which ja never uses'],
    [
      'de',
      { count: '{biere, plural, one {# Bier} other {# Biere}}' },
      "the placeholders are 'biere', in English 'beers'",
    ],
    ['de', { count: '{beers, plural, one {# Bier}' }, 'count: '],
    ['de', { title: ' ' }, 'is empty'],
    ['de', { steps: 'Eins' }, 'has 1 lines, in English 2'],
    ['de', { titel: 'Karte' }, 'English has no such key'],
    ['fr', { title: "l'{name}" }, 'title: '],
    ['fr', { count: '{beers, plural, one {1 bière} other {# bières}}' }, "a digit in the plural form 'one'"],
  ])('rejects in %s: %j', (language, messages, problem) => {
    const [found, ...others] = problemsOf(language, messages)
    expect(found).toContain(problem)
    expect(others).toEqual([])
  })

  it('rejects a number before a word that changes with it elsewhere', () => {
    const counted = '{count, plural, one {# Bier} other {# Biere}}'
    const problemsWith = (message: string) => uncountedProblems([file({ counted, message }, 'de')])
    const problem = "web/menu/messages/de.json: message: '{beers} Biere' needs plural forms"
    expect(problemsWith('{beers} Biere gefunden')).toEqual([problem])
    expect(problemsWith('{beers, number} Biere von {all} Bier')).toEqual([problem])
    expect(problemsWith('{beers, number} neu, {name} Bierchen')).toEqual([])
    expect(problemsWith('{read, plural, one {# von {all} Biere} other {# von {all} Biere}}')).toEqual([])
    expect(uncountedProblems([file({ message: '{beers} Biere' }, 'de')])).toEqual([])
    const limits = { ...file({ counted, pagesMost: 'Bis zu {most} Biere' }, 'de') }
    expect(uncountedProblems([limits])).toEqual([])
  })

  it('names what is missing, and rejects two folders of one name', () => {
    expect(missingKeys(english, []).map(({ key }) => key)).toEqual(['title', 'count', 'steps'])
    expect(englishProblems([...english, ...english])).toHaveLength(1)
  })
})

describe('typography', () => {
  it.each([
    ['cs', '5–15 vteřin, {percent}\u00a0% pro „{query}“: ano?'],
    ['de', 'Geht’s? „{query}“ lädt\u00a0…'],
    ['es', '¿Cuál? ¡Hola! «{query}»'],
    ['fr', 'Vous êtes là\u202f? «\u00a0{query}\u00a0»\u00a0: {percent}\u202f%'],
    ['it', 'L’hai bevuta? {percent}%'],
    ['ja', '「{query}」（{count}件）：どれですか？'],
    ['nl', 'Foto’s van ‘{query}’?'],
  ])('accepts %s: %s', (language, message) => {
    expect(typographyProblems(language, [file({ message }, language)])).toEqual([])
  })

  it.each([
    ['cs', '5-15 vteřin'],
    ['cs', '{percent} %'],
    ['de', 'Lädt…'],
    ['de', '«Hell»'],
    ['es', 'Cuál?'],
    ['es', '¿Cuál? Ésta?'],
    ['es', '¡Hola! Salud!'],
    ['fr', 'Qui boit ?'],
    ['fr', 'Trouvé : {name}'],
    ['fr', '« {name} »'],
    ['fr', 'une de tes photos'],
    ['it', "L'hai bevuta"],
    ['it', 'Chi beve ?'],
    ['ja', 'どれですか?'],
    ['nl', 'Laden...'],
    ['nl', '"{query}"'],
  ])('rejects %s: %s', (language, message) => {
    expect(typographyProblems(language, [file({ message }, language)])).toHaveLength(1)
  })
})

describe('stale translations', () => {
  const [english, changed] = [file({ title: 'Menu', line: 'Beers' }), file({ title: 'The menu', line: 'Our beers' })]
  const marked = (source: typeof english, keys: string[], before: (typeof english)[] = []) => [
    file(comparedWith(source, before, keys), 'translated'),
  ]

  it('are those of an English text that is new or has changed, until they are marked as compared', () => {
    expect(staleKeys(english, [])).toEqual(['title', 'line'])
    const compared = marked(english, ['title', 'line'])
    expect(staleProblems([english], compared)).toEqual([])
    expect(staleProblems([changed], compared)).toEqual([expect.any(String), '  menu/title', '  menu/line'])
    expect(staleKeys(changed, marked(changed, ['title'], compared))).toEqual(['line'])
  })

  it('are forgotten with their English text', () => {
    const compared = marked(english, ['title', 'line'])
    expect(Object.keys(comparedWith(file({ title: 'Menu' }), compared, []))).toEqual(['title'])
  })
})

describe('usage', () => {
  const english = [file({ title: 'Menu', 'kind.beer': 'Beer', 'kind.menu': 'Menu of {beers}' })]
  const problemsOf = (code: string) =>
    usageProblems([sourceOf('web/menu/screen.tsx', `import { t } from './texts.ts'\n${code}`)], english)
  const all = "const a = () => t('title') + t(`kind.${kind}`, { beers })"

  it('accepts calls with the values of their messages', () => {
    expect(problemsOf(all)).toEqual([])
  })

  it.each([
    ["const a = () => t('title') + t(`kind.${kind}`)", 'needs the value beers'],
    [`${all}; const b = () => t('title', { beers })`, 'has no placeholder {beers}'],
    ['const a = () => t(`kind.${kind}`, { beers })', 'title is unused'],
    [`${all}; const b = t('title')`, 'before the language is loaded'],
  ])('rejects %s', (code, problem) => {
    expect(problemsOf(code)).toEqual([expect.stringContaining(problem)])
  })
})

describe('literals', () => {
  const problemsOf = (code: string) => literalProblems(sourceOf('web/menu/screen.tsx', code)).length

  it.each([
    '<p>Loading</p>',
    '<img alt="Your shot" />',
    '<p>{isOpen ? "hide" : text}</p>',
    'toast({ title: "Menu saved" })',
    'const label = `Show ${count} beers`',
    'const reason = `Rated ${rating}`',
    "useScreenTitle('Profile')",
    "useScreenTitle(name ?? 'Scan')",
    'const price = `${currency}${amount.toFixed(2)}`',
    "const Rows = ({ count, label = 'Loading' }: Props) => <p>{label}</p>",
  ])('finds English in %s', (code) => {
    expect(problemsOf(code)).toBe(1)
  })

  it.each([
    '<p className="flex gap-2">{t("title")} · BeerGoggles</p>',
    '<p>{kind === "single" ? text : other}</p>',
    'throw new Error("No such menu")',
    'const price = numberText(amount, { maximumFractionDigits: 2 })',
    'const path = "M10 20 L30 40"',
    'const path = `M10 ${y}`',
    'useScreenTitle(t("title"))',
    'const find = ({ order = "place" }: Options) => order',
  ])('accepts %s', (code) => {
    expect(problemsOf(code)).toBe(0)
  })
})

describe('codes', () => {
  const declared = `
    export function markOf(beer: Beer): 'expected' | 'typical' | null { return null }
    export function averageMark(beers: Beer[]): ReturnType<typeof markOf> { return markOf(beers[0]) }
    export function markText(beer: Beer): string | null { return null }`
  const problemsOf = (code: string) =>
    codeProblems([sourceOf('web/beer/facts.ts', declared), sourceOf('web/menu/screen.tsx', code)]).length

  it.each([
    'const Stars = () => <Stat mark={beers && averageMark(beers)} />',
    "const scale = (beer) => { const mark = markOf(beer); return mark ? `${mark} /100` : '' }",
    "const line = `${beer.name}, ${markOf(beer) ?? ''}`",
    'const Line = () => <p>{markOf(beer)}</p>',
    "const line = [beer.brewery, beer.style].filter(Boolean).join(' · ')",
    'const Place = () => <p>{brewery.country}</p>',
  ])('finds what is shown as it is in %s', (code) => {
    expect(problemsOf(code)).toBe(1)
  })

  it.each([
    'const Stars = () => <Stat mark={markText(beer)} />',
    'const scale = (beer) => { const mark = markOf(beer); return mark && t(`mark.${mark}`) }',
    'const Line = () => <p className={`bar ${markOf(beer)}`} key={markOf(beer)}>{markOf(beer) && text}</p>',
    "const line = [beer.brewery, styleText(beer.style)].filter(Boolean).join(' · ')",
    'const shapes = new Map(paths.map((path) => [path.country, path]))',
  ])('accepts %s', (code) => {
    expect(problemsOf(code)).toBe(0)
  })
})
