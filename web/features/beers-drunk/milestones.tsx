/** Badges, newest first: what was reached and when. Nothing is counted down, and nothing is lost. */
import { Beer, Globe, Sparkle } from 'lucide-react'
import { useState } from 'react'
import type { JournalSummary } from '#contracts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { dateText } from '#web/language/formats.ts'
import { Card, SectionHeading } from '#web/ui/screen.tsx'
import { SeeMore } from '#web/ui/see-more.tsx'
import { t } from './texts.ts'

const SHOWN_AT_FIRST = 5

type Badge = JournalSummary['badges'][number]

export function Milestones({ badges }: { badges: readonly Badge[] }) {
  const [isExpanded, setExpanded] = useState(false)
  const more = badges.length - SHOWN_AT_FIRST
  if (badges.length === 0) return null
  return (
    <section>
      <SectionHeading>{t('badges.title')}</SectionHeading>
      <Card className="px-4 py-1.5">
        <ul>
          {(isExpanded ? badges : badges.slice(0, SHOWN_AT_FIRST)).map((badge) => (
            <li key={nameOf(badge)} className="flex items-center gap-x-3 border-line py-2.5 not-last:border-b">
              <BadgeIcon badge={badge} />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-semibold wrap-anywhere">{nameOf(badge)}</span>
                <span className="text-[0.86rem] text-ink-2">{dateText(badge.reachedAt)}</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {more > 0 && (
        <SeeMore
          isExpanded={isExpanded}
          toggle={() => setExpanded(!isExpanded)}
          label={isExpanded ? t('seeLess') : t('seeMore', { more })}
        />
      )}
    </section>
  )
}

function BadgeIcon({ badge }: { badge: Badge }) {
  const Icon = ICONS[badge.kind]
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-amber/15 text-accent-ink"
    >
      <Icon size={17} />
    </span>
  )
}

function nameOf(badge: Badge): string {
  if (badge.kind === 'countries') return t('badges.countries', { count: badge.countries })
  return badge.kind === 'beers'
    ? t('badges.beers', { count: badge.beers })
    : t('badges.firstOfFamily', { family: styleText(badge.family) })
}

const ICONS = { countries: Globe, beers: Beer, 'first-of-family': Sparkle } as const
