/** Every screen, in `npm run test:all` in every state it is drawn in: readable for everyone, on the narrowest phone and in the largest letters. */
import type { Page } from '@playwright/test'
import { violationsOn } from '../fixtures/accessibility.ts'
import { expect } from '../fixtures/app.ts'
import { brokenWords, cutText, tooSmall, tooWide } from '../screens/findings.ts'
import { test, titleOf, untilSettled } from '../screens/stage.ts'
import { THEMES } from '../screens/tiles.ts'
import { open } from '../screens/views/acts.ts'
import { VIEWS } from '../screens/views/index.ts'

const NARROWEST = { width: 320, height: 640 }
/** On a busy machine. */
const VIEW_MS = 40_000
/** The gate looks at the first state of each screen; `npm run test:all` at every one. */
const ALL = process.env.TEST_ALL === '1'

async function findingsOf(page: Page): Promise<string[]> {
  const findings: string[] = []
  const note = (where: string, found: readonly string[]) => findings.push(...found.map((one) => `${where}: ${one}`))
  for (const [index, colorScheme] of THEMES.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await untilSettled(page)
    // A theme changes colours and nothing else.
    note(`axe, ${colorScheme}`, await violationsOn(page, index > 0 ? { rules: ['color-contrast'] } : {}))
  }
  note('targets', await tooSmall(page))
  note('words', await brokenWords(page))
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  note('200 % text', [...(await tooWide(page)), ...(await cutText(page))])
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(NARROWEST)
  note('320 px', [...(await tooWide(page)), ...(await cutText(page))])
  return findings
}

for (const screen of new Set(VIEWS.map((view) => view.screen))) {
  const states = VIEWS.filter((view) => view.screen === screen)
  const views = ALL ? states : states.slice(0, 1)
  test(`${screen} is readable, dark and light, at 320 px and at 200 % text`, async ({ stage }, info) => {
    info.setTimeout(views.length * VIEW_MS)
    const findings: string[] = []
    for (const view of views) {
      const found = await stage.show(view, findingsOf)
      findings.push(...found.map((one) => `${titleOf(view)} · ${one}`))
    }
    expect(findings).toEqual([])
  })
}

/** Screens full of text, in a language with long words. */
const IN_GERMAN = [
  ['/profile', 'Einstellungen'],
  ['/search', 'Suche'],
  ['/history', 'Scan-Verlauf'],
  ['/notification-preferences', 'Benachrichtigungen'],
  ['/export-data', 'Daten exportieren'],
] as const

test('screens are readable in German', async ({ stage }, info) => {
  info.setTimeout(IN_GERMAN.length * VIEW_MS)
  const findings: string[] = []
  for (const [path, heading] of IN_GERMAN) {
    const draw = (page: Page) => open(page, path, heading)
    const found = await stage.show({ screen: heading, state: 'in German', as: 'regular', draw }, findingsOf, {
      locale: 'de-DE',
    })
    findings.push(...found.map((one) => `${path} · ${one}`))
  }
  expect(findings).toEqual([])
})
