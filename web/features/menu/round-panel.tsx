/** Above the menu of a round: joining, who is there, the order, and the link to invite others. */
import { LogOut, ReceiptText, Share2, Users } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ROUND_NAME_MAX_LENGTH, type Round, type RoundGuest, type SightedBeer } from '#contracts'
import { useUser } from '#web/api/queries.ts'
import { menuPath } from '#web/handoff/paths.ts'
import { shownName } from '#web/scan-result/asked.ts'
import type { SharedList } from '#web/scan-result/share-card.tsx'
import { useShare } from '#web/scan-result/use-share.ts'
import { Button } from '#web/ui/button.tsx'
import { FIELD } from '#web/ui/field.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { Card } from '#web/ui/screen.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { drawn } from './share-menu.tsx'
import { t } from './texts.ts'
import type { RoundActs, RoundLink } from './use-round.ts'

interface RoundPanelProps {
  link: RoundLink
  readAt: string
  beers: readonly SightedBeer[]
  round: Round
  /** The last answer is shown, and may be old. */
  isUnreachable: boolean
  acts: RoundActs
  onClose: () => void
}

const BUTTON = 'min-h-11! flex-[1_1_8rem] px-4! text-sm'

export function RoundPanel({ link, readAt, beers, round, isUnreachable, acts, onClose }: RoundPanelProps) {
  const [open, setOpen] = useState<'order' | 'closing' | null>(null)
  const order = orderOf(beers, round.guests)
  const count = order.reduce((sum, { names }) => sum + names.length, 0)
  const isJoined = round.guests.some(({ isYou }) => isYou)
  const orderButton = useRef<HTMLButtonElement>(null)
  useFocusFallback(isJoined, orderButton)
  return (
    <Card className="mb-4 grid grid-cols-1 gap-3 p-4">
      <p className="flex items-center gap-2.5 text-[0.88rem] text-ink-2">
        <Users size={19} aria-hidden="true" className="shrink-0 text-good" />
        <span className="min-w-0 truncate">{peopleText(round.guests)}</span>
      </p>
      {isUnreachable && (
        <p role="status" className="text-[0.86rem] text-danger">
          {t('round.unreachable')}
        </p>
      )}
      {!isJoined && <JoinForm acts={acts} />}
      <div className="flex flex-wrap gap-2.5">
        {round.isHost && <Invitation link={link} readAt={readAt} beers={beers} />}
        <Button
          variant="quiet"
          className={BUTTON}
          ref={orderButton}
          aria-haspopup="dialog"
          onClick={() => setOpen('order')}
        >
          <ReceiptText size={17} aria-hidden="true" />
          {t('round.order', { beers: count })}
        </Button>
        {round.isHost ? (
          <Button variant="quiet" className={BUTTON} aria-haspopup="dialog" onClick={() => setOpen('closing')}>
            {t('round.close')}
          </Button>
        ) : (
          isJoined && (
            <Button variant="quiet" className={BUTTON} isBusy={acts.isBusy} onClick={() => void acts.leave()}>
              <LogOut size={17} aria-hidden="true" />
              {t('round.leave')}
            </Button>
          )
        )}
      </div>
      {open === 'order' && <Order order={order} guests={round.guests} onClose={() => setOpen(null)} />}
      {open === 'closing' && (
        <Sheet
          open
          onClose={() => setOpen(null)}
          title={t('round.closeTitle')}
          footer={
            <>
              <Button variant="danger" className="flex-1" isBusy={acts.isBusy} onClick={onClose}>
                {t('round.close')}
              </Button>
              <Button variant="quiet" onClick={() => setOpen(null)}>
                {t('round.keepOpen')}
              </Button>
            </>
          }
        >
          <p className="pb-3 text-ink-2">{t('round.closeLine')}</p>
        </Sheet>
      )}
    </Card>
  )
}

function JoinForm({ acts }: { acts: RoundActs }) {
  const { data: user } = useUser()
  const [name, setName] = useState((user?.firstName ?? '').slice(0, ROUND_NAME_MAX_LENGTH))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void acts.join(name.trim())
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      <label className="grid gap-1.5 text-[0.86rem] text-ink-2">
        {t('round.name')}
        <input
          value={name}
          maxLength={ROUND_NAME_MAX_LENGTH}
          autoComplete="nickname"
          onChange={(event) => setName(event.target.value)}
          className={FIELD}
        />
      </label>
      <p className="text-[0.82rem] text-ink-3">{t('round.nameLine')}</p>
      <Button type="submit" className="min-h-11!" isBusy={acts.isBusy} disabled={name.trim() === ''}>
        {t('round.join')}
      </Button>
    </form>
  )
}

function Invitation({ link, readAt, beers }: Pick<RoundPanelProps, 'link' | 'readAt' | 'beers'>) {
  const card: SharedList = { kind: 'menu', title: null, readAt, beers: [...beers] }
  const { watch, share } = useShare(card, () => drawn(card), t('round.invitedLine'))
  const invitation = () => ({
    title: t('round.title'),
    text: t('round.invitation'),
    url: `${location.origin}${menuPath(link.scanId)}?${new URLSearchParams({ table: link.token })}`,
  })
  return (
    <Button className={BUTTON} {...watch} onClick={() => void share(invitation)}>
      <Share2 size={17} aria-hidden="true" />
      {t('round.invite')}
    </Button>
  )
}

interface Ordered {
  beer: SightedBeer
  names: string[]
}

/** Most wanted first, else in the order of the menu. A beer that left the menu is left out. */
function orderOf(beers: readonly SightedBeer[], guests: readonly RoundGuest[]): Ordered[] {
  const once = [...new Map(beers.map((beer) => [beer.id, beer])).values()]
  return once
    .map((beer) => ({ beer, names: guests.filter(({ wishes }) => wishes.includes(beer.id)).map(nameOf) }))
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => b.names.length - a.names.length)
}

const nameOf = ({ name, isYou }: RoundGuest) => (isYou ? t('round.self', { name }) : name)

function peopleText(guests: readonly RoundGuest[]): string {
  if (guests.length === 0) return t('round.nobody')
  return t('round.people', { count: guests.length, names: guests.map(nameOf).join(', ') })
}

function Order({ order, guests, onClose }: { order: Ordered[]; guests: readonly RoundGuest[]; onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title={t('round.orderTitle')} note={peopleText(guests)}>
      {order.length === 0 && <p className="pb-4 text-ink-2">{t('round.nothing')}</p>}
      <ul aria-label={t('round.orderTitle')} className="pb-3">
        {order.map(({ beer, names }) => (
          <li key={beer.id} className="border-line border-t py-3 first:border-t-0">
            <p className="display text-[1.05rem] leading-snug">
              {t('round.times', { count: names.length, name: shownName(beer) })}
            </p>
            <p className="text-[0.86rem] text-ink-3">{names.join(', ')}</p>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
