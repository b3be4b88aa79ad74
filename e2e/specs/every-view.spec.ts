/** Screens in the states they are drawn in: readable for everyone, on the narrowest phone and in the largest letters. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LANGUAGE_CODES, LANGUAGES, LOGIN_PATH } from '#contracts'
import { IS_THOROUGH, THOROUGH } from '#testing/thorough.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { expect } from '../fixtures/app.ts'
import type { Cast } from '../screens/cast.ts'
import { brokenWords, cutText, outOfBox, tooSmall, tooWide } from '../screens/findings.ts'
import { test, titleOf, untilSettled } from '../screens/stage.ts'
import { THEMES } from '../screens/tiles.ts'
import { HARD_NAMES } from '../screens/views/hard-names.ts'
import { VIEWS } from '../screens/views/index.ts'

const NARROWEST = { width: 320, height: 640 }
/** On a busy machine. */
const VIEW_MS = 40_000
/** The gate looks at the first state of these; `npm run test:all` at every state of every screen. */
const IN_GATE = ['Landing', 'Sign-in', 'Scan home', 'Results', 'Menu', 'Search', 'Profile']

async function findingsOf(page: Page): Promise<string[]> {
  const findings: string[] = []
  const note = (where: string, found: readonly string[]) => findings.push(...found.map((one) => `${where}: ${one}`))
  for (const [index, colorScheme] of THEMES.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await untilSettled(page)
    // A theme changes colours and nothing else.
    note(`axe, ${colorScheme}`, await violationsOn(page, index > 0 ? { rules: ['color-contrast'] } : {}))
    await page.emulateMedia({ contrast: 'more' })
    note(`more contrast, ${colorScheme}`, await violationsOn(page, { rules: ['color-contrast-enhanced'] }))
    await page.emulateMedia({ contrast: 'no-preference' })
  }
  note('targets', await tooSmall(page))
  note('words', await brokenWords(page))
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  note('200 % text', [...(await tooWide(page)), ...(await cutText(page)), ...(await outOfBox(page))])
  note('200 % text', await brokenWords(page))
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(NARROWEST)
  note('320 px', [...(await tooWide(page)), ...(await cutText(page)), ...(await brokenWords(page))])
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  note('320 px and 200 % text', await tooWide(page))
  return findings
}

for (const screen of new Set(VIEWS.map((view) => view.screen))) {
  const states = VIEWS.filter((view) => view.screen === screen)
  const views = IS_THOROUGH ? states : states.slice(0, 1)
  const details = IN_GATE.includes(screen) ? {} : THOROUGH
  test(`${screen} is readable, dark and light, at 320 px and at 200 % text`, details, async ({ stage }, info) => {
    info.setTimeout(views.length * VIEW_MS)
    const findings: string[] = []
    for (const view of views) {
      const found = await stage.show(view, findingsOf)
      findings.push(...found.map((one) => `${titleOf(view)} · ${one}`))
    }
    expect(findings).toEqual([])
  })
}

test('the words of a name are broken only where no line holds them, at 320 px, at 200 % text, or both', async ({
  stage,
}) => {
  const views = VIEWS.filter(({ state }) => state === HARD_NAMES)
  expect(views.map(({ screen }) => screen).sort()).toEqual(['Favorites', 'Menu', 'Results', 'Your beers'])
  for (const view of views) {
    await stage.show(view, async (page) => {
      for (const letters of ['100%', '200%']) {
        await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters)
        for (const width of [390, NARROWEST.width]) {
          await page.setViewportSize({ ...NARROWEST, width })
          const found = [...(await brokenWords(page)), ...(await tooWide(page)), ...(await cutText(page))]
          expect(found, `${view.screen} at ${width} px, ${letters} text`).toEqual([])
        }
      }
    })
  }
})

type Shown = [role: 'heading' | 'button' | 'link', messages: string, key: string]

/** Screens that a path leads to, with a message that each shows. */
const BY_PATH: readonly [path: string | ((cast: Cast) => string), shown: Shown][] = [
  ['/profile', ['heading', 'web/features/profile', 'settings']],
  ['/notification-preferences', ['heading', 'web/features/notification-preferences', 'title']],
  ['/search', ['heading', 'web/features/search', 'title']],
  ['/export-data', ['heading', 'web/features/data', 'title']],
  ['/history', ['heading', 'web/features/history', 'title']],
  ['/about', ['heading', 'web/features/about', 'mission.title']],
  ['/favorites', ['heading', 'web/features/favorites', 'title']],
  ['/favorites?show=wants', ['heading', 'web/features/favorites', 'wants.title']],
  ['/history?show=journal', ['heading', 'web/features/history', 'journal.title']],
  ['/profile/beers', ['heading', 'web/features/beers-drunk', 'title']],
  ['/profile/taste', ['heading', 'web/features/taste', 'title']],
  ['/profile/week', ['heading', 'web/features/week', 'title']],
  [LOGIN_PATH, ['heading', 'server/features/identity', 'form.title']],
  ['/#landing', ['link', 'web/features/landing', 'start']],
  ['/', ['button', 'web/features/scan', 'modes.single']],
  [({ data }) => `/results?beer=${data.single.beerId}`, ['button', 'web/features/beer-page', 'findStores']],
  [({ data }) => `/menu/${data.menu.id}`, ['button', 'web/features/menu', 'sortByRating']],
  [({ data }) => `/brewery/${data.beers.at(-1)?.breweryId}`, ['link', 'web/features/brewery', 'website']],
]
/** What is shown before signing in. */
const PUBLIC: readonly unknown[] = [LOGIN_PATH, '/#landing']
const TRANSLATIONS = LANGUAGE_CODES.filter((code) => code !== 'en')

/** What depends on the language; the themes are looked at in English. */
async function textFindingsOf(page: Page): Promise<string[]> {
  const findings = [...(await violationsOn(page)), ...(await brokenWords(page))]
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  findings.push(...(await tooWide(page)), ...(await cutText(page)))
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(NARROWEST)
  findings.push(...(await tooWide(page)), ...(await cutText(page)))
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  return [...findings, ...(await tooWide(page))]
}

for (const [index, language] of TRANSLATIONS.entries()) {
  const { name } = LANGUAGES[language]
  // The gate looks at the language of the longest words and the one without spaces, each on two screens.
  const screens = IS_THOROUGH ? BY_PATH : BY_PATH.filter((_, at) => at === index || at === index + 3)
  const details = language === 'de' || language === 'ja' ? {} : THOROUGH
  test(`screens are readable in ${name}`, details, async ({ stage }, info) => {
    info.setTimeout(screens.length * VIEW_MS)
    const findings: string[] = []
    for (const [path, [role, folder, key]] of screens) {
      const messages = JSON.parse(readFileSync(`${folder}/messages/${language}.json`, 'utf8'))
      const as = PUBLIC.includes(path) ? 'visitor' : 'regular'
      const draw = async (page: Page, cast: Cast) => {
        await page.goto(typeof path === 'string' ? path : path(cast))
        await expect(page.getByRole(role, { name: messages[key] }).first()).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', language)
      }
      const screen = typeof path === 'string' ? path : folder
      const found = await stage.show({ screen, state: name, as, draw }, textFindingsOf, { locale: language })
      findings.push(...found.map((one) => `${screen} · ${one}`))
    }
    expect(findings).toEqual([])
  })
}
