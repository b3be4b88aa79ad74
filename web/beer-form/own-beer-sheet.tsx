/** The forms in which a user adds a beer that the catalogue does not have, and changes it. */
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode, SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { addBeer, type Beer, changeBeer, type OwnBeer } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { useCall } from '#web/api/queries.ts'
import { useTastingActs } from '#web/beer/tasting-acts.tsx'
import { handoff } from '#web/handoff/handoff.ts'
import { resultsPath } from '#web/handoff/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { useToast } from '#web/ui/toast.tsx'
import { BeerFields, useBeerFields } from './beer-fields.tsx'
import { t } from './texts.ts'

/** What the user adds a beer for: it belongs to the journal or to the wishes from the start. */
const PURPOSES = ['hadIt', 'want'] as const
type Purpose = (typeof PURPOSES)[number]

/** `name`: what the user looked for. */
export function AddBeerSheet({ name, onClose }: { name: string; onClose: () => void }) {
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const toast = useToast()
  const isShown = useIsShown()
  const acts = useTastingActs()
  const adding = useCall(addBeer)

  async function add(own: OwnBeer, purpose: Purpose): Promise<void> {
    try {
      const beer = await adding.mutateAsync({ body: own })
      void (purpose === 'hadIt' ? acts.had(beer) : acts.setWanted(beer, true))
      handoff.leaveOpenedBeer(beer)
      // Searches find it from now on.
      void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.asksElsewhere === true })
      if (!isShown()) return
      // In a split view the search stays, with the form over it.
      onClose()
      navigate(resultsPath(beer.id))
    } catch (error) {
      toast({ title: t('error'), description: `${t('add.failed')}. ${userMessage(error)}`, tone: 'destructive' })
    }
  }

  return (
    <Sheet open onClose={onClose} title={t('add.title')} note={t('add.note')}>
      <OwnBeerForm
        beer={{ name }}
        onSubmit={(own, by) => void add(own, PURPOSES.find((purpose) => purpose === by) ?? 'hadIt')}
      >
        {(isDisabled) =>
          PURPOSES.map((purpose) => (
            <Button
              key={purpose}
              type="submit"
              value={purpose}
              variant={purpose === 'hadIt' ? 'primary' : 'quiet'}
              isBusy={adding.isPending}
              disabled={isDisabled}
            >
              {t(`add.${purpose}`)}
            </Button>
          ))
        }
      </OwnBeerForm>
    </Sheet>
  )
}

export function ChangeBeerSheet({ beer, onClose }: { beer: Beer; onClose: () => void }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const isShown = useIsShown()
  const changing = useCall(changeBeer)

  async function change(own: OwnBeer): Promise<void> {
    try {
      const changed = await changing.mutateAsync({ params: { id: beer.id }, body: own })
      takeOver(changed)
      await queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.asksElsewhere })
      toast({ title: t('change.saved', { name: changed.name }) })
      // The user may have closed it meanwhile, and opened it again.
      if (isShown()) onClose()
    } catch (error) {
      toast({ title: t('error'), description: `${t('change.failed')}. ${userMessage(error)}`, tone: 'destructive' })
    }
  }

  return (
    <Sheet open onClose={onClose} title={t('change.title')} note={t('change.note')}>
      <OwnBeerForm beer={beer} onSubmit={(own) => void change(own)}>
        {(isDisabled) => (
          <Button type="submit" isBusy={changing.isPending} disabled={isDisabled}>
            {t('change.save')}
          </Button>
        )}
      </OwnBeerForm>
    </Sheet>
  )
}

/** Screens that were opened before show the beer as it is now. */
function takeOver(changed: Beer): void {
  const { currentBeer, menu } = handoff.get()
  if (currentBeer?.beer.id === changed.id) handoff.leaveBeer({ ...currentBeer, beer: changed })
  if (menu?.scanId) {
    const beers = menu.beers.map((beer) => (beer.id === changed.id ? { ...beer, ...changed } : beer))
    handoff.correctMenu(menu.scanId, beers)
  }
  handoff.leaveOpenedBeer(changed)
}

interface OwnBeerFormProps {
  beer: Partial<OwnBeer>
  /** `by`: the value of the button. */
  onSubmit: (own: OwnBeer, by: string | undefined) => void
  /** The buttons. */
  children: (isDisabled: boolean) => ReactNode
}

function OwnBeerForm({ beer, onSubmit, children }: OwnBeerFormProps) {
  const { written, isUnknownStyle, fields } = useBeerFields(beer)
  const { name } = written
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    if (name !== null)
      onSubmit({ ...written, name }, submitter instanceof HTMLButtonElement ? submitter.value : undefined)
  }
  return (
    <form onSubmit={submit} className="grid gap-3 pt-2 pb-3">
      <BeerFields {...fields} />
      {children(name === null || isUnknownStyle)}
    </form>
  )
}
