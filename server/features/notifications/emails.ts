/** The e-mails to users, composed when they are sent: to their confirmed address only, with a link that stops them. */
import { eq } from 'drizzle-orm'
import { styleName } from '#catalogue/styles'
import type { Language, RecommendedBrewery, WeekInBeer } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { notificationPreferences, users } from '../../adapters/db/schema.ts'
import { escapeHtml } from '../../adapters/http/page.ts'
import { recommendedBreweries } from '../../core/beers/recommended-breweries.ts'
import { weekInBeer } from '../../core/journal/week-in-beer.ts'
import type { SendMail } from './deliver.ts'
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from './email-paths.ts'
import type { Email, Mailer } from './mailer.ts'
import type { SignedLinks } from './signed-links.ts'
import { type Texts, textsIn } from './texts.ts'

const CONFIRM_MS = 2 * 24 * 60 * 60_000
const BREWERIES = 3

export interface EmailPorts {
  db: Db
  mailer: Mailer
  links: SignedLinks
  publicUrl: string
  now: () => number
}

export function emails({ db, mailer, links, publicUrl, now }: EmailPorts): SendMail {
  const linkTo = (path: string, token: string) => `${publicUrl}${path}?token=${token}`

  return async ({ id, userId, mail }) => {
    const [user] = await db
      .select({ user: users, preferences: notificationPreferences })
      .from(users)
      .leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
      .where(eq(users.id, userId))
    const { email = null, confirmedEmail = null, language } = user?.user ?? {}
    const t = textsIn(language ?? 'en')
    const messageId = `<${mail.kind}-${id}@${new URL(publicUrl).hostname}>`
    if (mail.kind === 'confirmation') {
      if (email !== mail.address) return { kind: 'gone' }
      const token = links.token({ does: 'confirm', userId, address: email, expiresAt: now() + CONFIRM_MS })
      return await mailer.send({ to: email, messageId, ...confirmation(t, linkTo(CONFIRM_PATH, token)) })
    }
    const { preferences } = user ?? {}
    // What the user changed since it was queued counts.
    if (email === null || email !== confirmedEmail || !preferences?.emailNotifications || !preferences.weeklyDigest) {
      return { kind: 'gone' }
    }
    const week = await weekInBeer(db, { userId, monday: mail.day, timeZone: preferences.timeZone })
    const breweries = preferences.breweryRecommendations ? await recommendedBreweries(db, userId) : []
    const stop = linkTo(UNSUBSCRIBE_PATH, links.token({ does: 'unsubscribe', userId, address: email, expiresAt: null }))
    // RFC 8058: the mail program offers to unsubscribe with one click.
    const headers = { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    return await mailer.send({ to: email, messageId, headers, ...digest(t, { week, breweries, publicUrl, stop }) })
  }
}

type Content = Pick<Email, 'subject' | 'text' | 'html'>

function confirmation(t: Texts, link: string): Content {
  return content(t('confirmation.subject'), [
    t('confirmation.line'),
    { text: t('confirm.button'), link },
    t('confirmation.note'),
  ])
}

interface Digest {
  week: WeekInBeer
  breweries: RecommendedBrewery[]
  publicUrl: string
  /** The link that stops it. */
  stop: string
}

function digest(t: Texts, { week, breweries, publicUrl, stop }: Digest): Content {
  const { entries, newBeers, newStyle, had, favorites, want } = week
  const list = (names: string[]) => new Intl.ListFormat(t.language).format(names)
  const nameOf = ({ name, brewery }: { name: string; brewery: string | null }) =>
    brewery ? `${name} (${brewery})` : name
  return content(t('digest.subject', { week: daysOf(week, t.language) }), [
    t('digest.had', { entries }),
    ...(newBeers === 0 ? [] : [t('digest.newBeers', { count: newBeers })]),
    ...(newStyle === null ? [] : [t('digest.newStyle', { style: styleName(newStyle, t.language) })]),
    ...(had.length === 0 ? [] : [t('digest.beers', { beers: list(had.map(({ beer }) => nameOf(beer))) })]),
    ...(favorites.length === 0 ? [] : [t('digest.favorites', { beers: list(favorites.map(nameOf)) })]),
    ...(want === null ? [] : [t('digest.want', { beer: nameOf(want) })]),
    ...(breweries.length === 0
      ? []
      : [t('digest.breweries', { breweries: list(breweries.slice(0, BREWERIES).map(({ brewery }) => brewery.name)) })]),
    { text: t('digest.open'), link: `${publicUrl}/profile/week` },
    { text: t('digest.stop'), link: stop },
  ])
}

/** 'Apr 27 – May 3, 2026'. */
function daysOf({ from, to }: WeekInBeer, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

function content(subject: string, lines: (string | { text: string; link: string })[]): Content {
  const html = lines.map((line) =>
    typeof line === 'string' ? escapeHtml(line) : `<a href="${escapeHtml(line.link)}">${escapeHtml(line.text)}</a>`,
  )
  return {
    subject,
    text: lines.map((line) => (typeof line === 'string' ? line : `${line.text}: ${line.link}`)).join('\n\n'),
    html: html.map((line) => `<p>${line}</p>`).join('\n'),
  }
}
