/** The e-mails to users, composed when they are sent: to their confirmed address only, with a link that stops them. */
import { eq } from 'drizzle-orm'
import type { RecommendedBrewery, WeekInBeer } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { notificationPreferences, users } from '../../adapters/db/schema.ts'
import { escapeHtml } from '../../adapters/http/page.ts'
import { recommendedBreweries } from '../../core/beers/recommended-breweries.ts'
import { weekInBeer } from '../../core/journal/week-in-beer.ts'
import type { SendMail } from './deliver.ts'
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from './email-paths.ts'
import type { Email, Mailer } from './mailer.ts'
import type { SignedLinks } from './signed-links.ts'

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
    const { email = null, confirmedEmail = null } = user?.user ?? {}
    const messageId = `<${mail.kind}-${id}@${new URL(publicUrl).hostname}>`
    if (mail.kind === 'confirmation') {
      if (email !== mail.address) return { kind: 'gone' }
      const token = links.token({ does: 'confirm', userId, address: email, expiresAt: now() + CONFIRM_MS })
      return await mailer.send({ to: email, messageId, ...confirmation(linkTo(CONFIRM_PATH, token)) })
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
    return await mailer.send({ to: email, messageId, headers, ...digest(week, breweries, publicUrl, stop) })
  }
}

type Content = Pick<Email, 'subject' | 'text' | 'html'>

function confirmation(link: string): Content {
  return content('Confirm your email address', [
    'BeerGoggles will send the weekly digest here, once you confirm that this address is yours:',
    { text: 'Confirm', link },
    "The link works for two days. If you didn't ask for this, ignore this email.",
  ])
}

function digest(week: WeekInBeer, breweries: RecommendedBrewery[], publicUrl: string, stop: string): Content {
  const { entries, newBeers, newStyle, had, favorites, want } = week
  const beers = (list: { name: string; brewery: string | null }[]) =>
    list.map(({ name, brewery }) => (brewery ? `${name} (${brewery})` : name)).join(', ')
  return content(`Your week in beer, ${week.from} to ${week.to}`, [
    `You had ${entries === 0 ? 'no beer' : entries === 1 ? 'one beer' : `${entries} beers`}, ${newBeers} of them new to you.`,
    ...(newStyle === null ? [] : [`Your first ${newStyle}.`]),
    ...(had.length === 0 ? [] : [`What you had: ${beers(had.map(({ beer }) => beer))}.`]),
    ...(favorites.length === 0 ? [] : [`New favorites: ${beers(favorites)}.`]),
    ...(want === null ? [] : [`Still to try: ${beers([want])}.`]),
    ...(breweries.length === 0
      ? []
      : [
          `Breweries to try: ${breweries
            .slice(0, BREWERIES)
            .map(({ brewery }) => brewery.name)
            .join(', ')}.`,
        ]),
    { text: 'Open your week', link: `${publicUrl}/profile/week` },
    { text: 'Send me no more of these', link: stop },
  ])
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
