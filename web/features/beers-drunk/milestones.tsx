/** Badges, newest first: what was reached and when. Nothing is counted down, and nothing is lost. */
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
            <li
              key={nameOf(badge)}
              className="flex flex-wrap items-baseline justify-between gap-x-3 border-line py-2.5 not-last:border-b"
            >
              <span className="font-semibold wrap-anywhere">{nameOf(badge)}</span>
              <span className="text-[0.86rem] text-ink-2">{dateText(badge.reachedAt)}</span>
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

const nameOf = (badge: Badge) =>
  badge.kind === 'countries'
    ? t('badges.countries', { count: badge.countries })
    : t('badges.firstOfStyle', { style: styleText(badge.style) })
