/** The signed-in user, their recent activity and their settings. */
import { useQuery } from '@tanstack/react-query'
import { Beer, Bell, CalendarDays, Download, Factory, History, Info, LogOut, Sparkles } from 'lucide-react'
import { getJournalSummary, LOGOUT_PATH, RECENT_ACTIVITY_SHOWN, type User } from '#contracts'
import { queryOf, useUser } from '#web/api/queries.ts'
import { forgetDrafts } from '#web/beer/entry-draft.ts'
import { averageMark, averageRating, useFavorites } from '#web/beer/favorite-list.ts'
import { preferences } from '#web/device/preferences.ts'
import { numberText } from '#web/language/formats.ts'
import { LastScans, useLastScans } from '#web/scan-result/last-scans.tsx'
import { scanCount } from '#web/scan-result/scan-count.ts'
import { ScanRow } from '#web/scan-result/scan-row.tsx'
import { historyPath } from '#web/scan-result/scan-summary.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card, ScreenHeading, SectionHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { useTicks } from '#web/ui/timing.ts'
import { DeleteAccount } from './delete-account.tsx'
import { Devices } from './devices.tsx'
import { Invite } from './invite.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { fullName, initials } from './person.ts'
import { SettingLink } from './setting-row.tsx'
import { t } from './texts.ts'
import { YourPictures } from './your-pictures.tsx'

const LINKS = [
  { href: '/history', label: 'links.history', Icon: History },
  { href: '/notification-preferences', label: 'links.notifications', Icon: Bell },
  { href: '/export-data', label: 'links.export', Icon: Download },
  { href: '/about', label: 'links.about', Icon: Info },
] as const

const SLOW_LIST_MS = 4_000

export function ProfileScreen() {
  const { data: user } = useUser()
  const { data: favorites } = useFavorites()
  const { data: tried } = useQuery(queryOf(getJournalSummary, { query: {} }))
  const scans = useLastScans()
  const isSlow = useTicks(SLOW_LIST_MS, scans.isPending) > 0
  const { weeklyDigest, breweryRecommendations } = preferences.get()
  useScreenTitle(t('title'))
  return (
    <main className="lamplit page pt-[max(3rem,env(safe-area-inset-top))] above-tabs">
      {user && <Person user={user} />}
      <dl className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(5.2rem,100%),1fr))] gap-2.5">
        <Stat term={t('totalScans')} value={scans.data && scanCount(scans.data)} />
        <Stat term={t('favorites')} value={favorites && numberText(favorites.length)} />
        <Stat
          term={t('average')}
          value={favorites && (favorites.some(({ beer }) => beer.rating > 0) ? averageRating(favorites) : '–')}
          mark={favorites && averageMark(favorites)}
        />
      </dl>
      <Card className="mt-2.5 overflow-hidden">
        <ul>
          <SettingLink href="/profile/beers" label={t('beers')} value={tried && numberText(tried.beers)} Icon={Beer} />
          <SettingLink href="/profile/taste" label={t('taste')} Icon={Sparkles} />
          {weeklyDigest && <SettingLink href="/profile/week" label={t('week')} Icon={CalendarDays} />}
          {breweryRecommendations && <SettingLink href="/profile/breweries" label={t('breweries')} Icon={Factory} />}
        </ul>
      </Card>
      <RecentActivity scans={scans} />
      {/* After the list, unless that is slow: it would otherwise jump down. */}
      {(!scans.isPending || isSlow) && <Settings user={user} />}
    </main>
  )
}

function Settings({ user }: { user: User | null | undefined }) {
  return (
    <>
      <SectionHeading>{t('settings')}</SectionHeading>
      <Card className="overflow-hidden">
        <ul>
          {LINKS.map(({ href, label, Icon }) => (
            <SettingLink key={href} href={href} label={t(label)} Icon={Icon} />
          ))}
          <LanguageChoice />
          {user && <YourPictures userId={user.id} />}
          <Devices hasPasskeys={user?.hasPassword ?? false} />
          {user?.canInvite && <Invite />}
        </ul>
      </Card>
      <a href={LOGOUT_PATH} onClick={forgetDrafts} className={buttonClass('danger', 'mt-5 w-full')}>
        <LogOut size={19} aria-hidden="true" />
        {t('signOut')}
      </a>
      {user && <DeleteAccount user={user} />}
    </>
  )
}

function Person({ user }: { user: User }) {
  return (
    <header className="flex flex-wrap items-center gap-4">
      <span
        aria-hidden="true"
        className="display grid size-[4.5rem] shrink-0 place-items-center rounded-full bg-linear-to-b from-amber to-copper text-[1.7rem] text-[#2a1503] shadow-[inset_0_1px_#fff6,0_10px_30px_#0004]"
      >
        {initials(user)}
      </span>
      <div className="max-w-full flex-[1_1_9rem]">
        <ScreenHeading className="text-[1.7rem] leading-tight">{fullName(user)}</ScreenHeading>
        {user.email && <EmailAddress email={user.email} />}
      </div>
    </header>
  )
}

/** Breaks before the @ if it does not fit on one line. */
function EmailAddress({ email }: { email: string }) {
  const at = Math.max(0, email.lastIndexOf('@'))
  return (
    <p className="text-ink-2 [overflow-wrap:anywhere]">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </p>
  )
}

function RecentActivity({ scans }: { scans: ReturnType<typeof useLastScans> }) {
  return (
    <LastScans
      scans={scans}
      atFirst={RECENT_ACTIVITY_SHOWN}
      texts={{
        title: t('activity'),
        failed: t('failed'),
        seeMore: (more) => t('seeMore', { more }),
        showLess: t('showLess'),
      }}
      empty={<p className="px-1 text-ink-3">{t('noActivity')}</p>}
      row={(scan) => <ScanRow key={scan.id} scan={scan} href={historyPath(scan)} heading="h3" />}
    />
  )
}
