/** A menu at the table: everybody who opened its link marks what they want, and sees what the others want. */
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { getRoundMenu, isMenuScan, parseMenuData, type RoundGuest, type SightedBeer } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { menuPath } from '#web/handoff/paths.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { dateText } from '#web/language/formats.ts'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { MenuList } from './menu-list.tsx'
import { MenuSkeleton } from './menu-skeleton.tsx'
import { RoundPanel } from './round-panel.tsx'
import { t } from './texts.ts'
import { ToScan } from './to-scan.tsx'
import { isClosed, type RoundLink, useRound } from './use-round.ts'

/** The host may correct the menu or add a page meanwhile. */
const MENU_POLL_MS = 30_000

export function RoundMenu({ scanId, token }: RoundLink) {
  const back = useGoBack('/')
  const [, navigate] = useLocation()
  const isShown = useIsShown()
  const { round, error, refetch, acts } = useRound({ scanId, token })
  const menu = useQuery({
    ...queryOf(getRoundMenu, { params: { id: scanId }, query: { token } }),
    refetchInterval: ({ state }) => (isClosed(state.error) ? false : MENU_POLL_MS),
  })
  const beers = parseMenuData(menu.data?.menuData ?? null)
  const own = round?.guests.find(({ isYou }) => isYou)

  const wishOf = (beer: SightedBeer) => ({
    names: wishersOf(round?.guests ?? [], beer.id),
    isOwn: own?.wishes.includes(beer.id) ?? false,
    onToggle: own && ((isWished: boolean) => void acts.setWish(beer, isWished)),
  })

  async function close(): Promise<void> {
    if ((await acts.close()) && isShown()) navigate(menuPath(scanId), { replace: true })
  }

  function retry(): void {
    if (error) void refetch()
    if (menu.error) void menu.refetch()
  }

  const isGone = isClosed(error) || isClosed(menu.error)
  const failure = round ? menu.error : (error ?? menu.error)
  return (
    <MenuList
      title={t('round.title')}
      above={round && !isGone && t('round.until', { time: timeText(round.endsAt) })}
      beers={isGone ? [] : beers}
      isPrinted={menu.data !== undefined && isMenuScan(menu.data)}
      onBack={back}
      note={
        round &&
        menu.data &&
        !isGone && (
          <RoundPanel
            link={{ scanId, token }}
            readAt={menu.data.scannedAt}
            beers={beers}
            round={round}
            isUnreachable={error !== null}
            acts={acts}
            onClose={() => void close()}
          />
        )
      }
      wishOf={wishOf}
      instead={
        isGone ? (
          <EmptyState title={t('round.closed')} action={<ToScan />}>
            {t('round.closedLine')}
          </EmptyState>
        ) : round && menu.data ? undefined : failure ? (
          <FailurePanel title={t('round.failed')} message={userMessage(failure)} retry={retry} />
        ) : (
          <MenuSkeleton label={t('round.loading')} />
        )
      }
    />
  )
}

/** The user first, as 'you'. */
function wishersOf(guests: readonly RoundGuest[], beerId: number): string[] {
  return guests
    .filter(({ wishes }) => wishes.includes(beerId))
    .sort((a, b) => Number(b.isYou) - Number(a.isYou))
    .map(({ name, isYou }) => (isYou ? t('round.you') : name))
}

function timeText(iso: string): string {
  return dateText(iso, { hour: 'numeric', minute: '2-digit' })
}
